/** As much of a browser as a record needs: cookies, links and forms. */
import { createHash } from 'node:crypto';
import type { Take } from './commands.ts';
import { normalised } from './normalise.ts';

/** Headers that differ from answer to answer. */
const LEFT_OUT =
  /^(?:date|connection|keep-alive|content-length|etag|x-request-id|ratelimit-.*|retry-after|transfer-encoding)$/;

/** An answer as it is recorded. */
export function answerText(
  request: string,
  status: number,
  headers: Iterable<[string, string]>,
  body: string,
): string {
  const lines = [...headers]
    .filter(([name]) => !LEFT_OUT.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [request, `${status}`, ...lines.toSorted(), '', unfolded(body).replaceAll('><', '>\n<'), ''].join(
    '\n',
  );
}

export class Browser {
  readonly #root: string;
  readonly #take: Take;
  readonly #cookies = new Map<string, string>();

  constructor(root: string, take: Take) {
    this.#root = root;
    this.#take = take;
  }

  /** Opens a page and records it. */
  async open(
    folder: string,
    path: string,
    form?: URLSearchParams,
  ): Promise<{ readonly status: number; readonly html: string; readonly to: string | null }> {
    const response = await fetch(new URL(path, this.#root), {
      redirect: 'manual',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'accept-language': 'en',
        origin: this.#root,
      },
      ...(form && { method: 'POST', body: form }),
      signal: AbortSignal.timeout(60_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.#cookies.set(name!, value!);
    }
    const html = await response.text();
    const request = `${form ? 'POST' : 'GET'} ${path}`;
    const hash = createHash('sha256').update(normalised(request)).digest('hex').slice(0, 6);
    const slug = normalised(request)
      .replaceAll(/[^\w]+/g, '-')
      .slice(0, 80);
    this.#take(
      `pages/${folder}/${slug}-${hash}.html`,
      answerText(request, response.status, response.headers, html),
    );
    return { status: response.status, html, to: response.headers.get('location') };
  }

  /** Sends the first form of a page with these fields, and follows where it leads. */
  async send(folder: string, path: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const { html } = await this.open(folder, path);
    const [, action = path, inside = ''] =
      /<form[^>]*method="post"[^>]*?(?:action="([^"]*)")?[^>]*>([^]*?)<\/form>/.exec(html) ?? [];
    const form = new URLSearchParams(fields);
    for (const [tag] of inside.matchAll(/<(?:input|button)[^>]*>/g)) {
      const [name, value] = ['name', 'value'].map((one) => new RegExp(` ${one}="([^"]*)"`).exec(tag)?.[1]);
      if (name !== undefined && value !== undefined && !form.has(name)) form.set(name, unescaped(value));
    }
    const sent = await this.open(folder, unescaped(action), form);
    return sent.to === null ? sent.html : (await this.open(folder, sent.to)).html;
  }

  /** Opens a page and those that it leads to, each form of a URL once, and at most `most` of them. */
  async crawl(folder: string, start: string, within: RegExp, most: number): Promise<void> {
    const waiting = [start];
    const seen = new Set(waiting.map(normalised));
    for (let count = 0; count < most && waiting.length > 0; count++) {
      const { html, to } = await this.open(folder, waiting.shift()!);
      const links = [...html.matchAll(/(?<= href=")[^"#]+/g)].map(([link]) => unescaped(link));
      for (const link of [...(to === null ? [] : [to]), ...links]) {
        const { pathname, search, origin } = new URL(link, this.#root);
        const path = pathname + search;
        if (origin !== new URL(this.#root).origin || !within.test(path) || seen.has(normalised(path)))
          continue;
        seen.add(normalised(path));
        waiting.push(path);
      }
    }
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');

/** A calendar file without the breaks in its long lines, which depend on the length of ids. */
export function unfolded(text: string): string {
  return text.replaceAll(/BEGIN:VCALENDAR[^]*END:VCALENDAR/g, (file) => file.replaceAll(/\r?\n[ \t]/g, ''));
}
