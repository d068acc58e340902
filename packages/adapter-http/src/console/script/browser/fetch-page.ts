/** Requests of this script: a page without its frame, or why it is missing. */
export type Fetched =
  | { readonly kind: 'page'; readonly status: number; readonly url: string; readonly content: Document }
  /** The server does not answer. */
  | { readonly kind: 'lost' }
  /** The server answers with an error: its database is unavailable, or it is overloaded. */
  | { readonly kind: 'away' }
  /** With a link to the sign-in. */
  | { readonly kind: 'ended'; readonly content: Document };

/** The timeout of a request. */
export const LIMIT_MS = 15_000;

interface HtmlPolicy {
  createHTML(text: string): string;
}

interface Types {
  createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy;
}

/** Pages of this server are parsed without running scripts; with Trusted Types this is the only way from text to markup. */
const policy: HtmlPolicy = (globalThis as { readonly trustedTypes?: Types }).trustedTypes?.createPolicy(
  'bord',
  {
    createHTML: (text) => text,
  },
) ?? { createHTML: (text) => text };

/** Also gives the forms that are shown the token of the page: each session has its own. */
export async function fetchPage(url: string, init: RequestInit = {}): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const headers = {
      'x-bord-fragment': '1',
      accept: 'text/html',
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(url, {
      cache: 'no-store',
      signal,
      ...init,
      headers,
    });
    if (response.status >= 500 || response.status === 429) return { kind: 'away' };
    const content = new DOMParser().parseFromString(policy.createHTML(await response.text()), 'text/html');
    if (response.status === 401) return { kind: 'ended', content };
    const [now] = tokensIn(content);
    if (now) for (const token of tokensIn(document)) token.value = now.value;
    return { kind: 'page', status: response.status, url: response.url, content };
  } catch {
    return { kind: 'lost' };
  }
}

function tokensIn(page: Document): NodeListOf<HTMLInputElement> {
  return page.querySelectorAll('[name=token]');
}

let sending = 0;

/** Whether a form was sent and is not answered yet. */
export const isSending = (): boolean => sending > 0;

/** Sends a form as the browser would, and returns the resulting page. */
export async function sendForm(
  action: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<Fetched> {
  const count = (by: number): unknown => document.body.classList.toggle('sending', (sending += by) > 0);
  count(1);
  // A repeated action can be of an earlier session.
  const body = new URLSearchParams({ ...fields, token: tokensIn(document)[0]?.value ?? '' });
  const fetched = await fetchPage(action, { method: 'POST', body, headers });
  count(-1);
  return fetched;
}
