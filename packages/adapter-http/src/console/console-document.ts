import type { Answer, Headers } from '../http/answer.ts';
import type { ConsoleWords } from '../i18n/languages.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { ALONE, PAGE_META } from '../web/page.ts';
import { consoleAssets } from './console-assets.ts';

export interface ConsoleDocument {
  readonly status?: number;
  readonly language: string;
  readonly title: string;
  readonly root: string;
  /** The layout: `bare` is a narrow column without the bar. */
  readonly look: 'bare' | 'house';
  readonly isAround?: boolean;
  readonly body: Html;
  readonly headers?: Headers;
  readonly about?: Answer['about'];
}

export function documentAnswer(page: ConsoleDocument): Answer {
  return pageOf(page, documentOf(page));
}

export function fragmentAnswer(page: Omit<ConsoleDocument, 'title' | 'look'>): Answer {
  return pageOf(page, page.body);
}

function pageOf(
  {
    status = 200,
    language,
    headers = [],
    about,
  }: Pick<ConsoleDocument, 'status' | 'language' | 'headers' | 'about'>,
  { markup }: Html,
): Answer {
  return {
    status,
    type: HTML_TYPE,
    body: markup,
    headers: [...CONSOLE_HEADERS, 'content-language', language, ...headers],
    ...(about && { about }),
  };
}

/** Redirects by GET, after any method. */
export function consoleRedirect(location: string, headers: Headers = [], about?: Answer['about']): Answer {
  const all = [...CONSOLE_HEADERS, 'location', location, ...headers];
  return { status: 303, type: HTML_TYPE, body: '', headers: all, ...(about && { about }) };
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** Permits only files of this server, without inline code or framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // The script turns text into markup in one place only (`script/browser/fetch-page.ts`).
  "require-trusted-types-for 'script'",
  'trusted-types bord',
].join('; ');

/** Only this server gets the referrer of a form (`visitor.ts`). */
const CONSOLE_HEADERS: Headers = [
  'content-security-policy',
  POLICY,
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'same-origin',
  ...ALONE,
];

function documentOf({ language, title, root, look, body, isAround = false }: ConsoleDocument): Html {
  const { style, houseStyle, script } = consoleAssets();
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${PAGE_META}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${root}/assets/${style.file}" />
        ${isAround && html`<link rel="stylesheet" href="${root}/assets/${houseStyle.file}" />`}
        <script type="module" src="${root}/assets/${script.file}"></script>
      </head>
      <body class="${look}" data-root="${root}">
        ${body}
      </body>
    </html> `;
}

/** An alert about the connection or the session, hidden without a text. The script shows its own there. */
export function bannerHtml({ live }: ConsoleWords, text: string | null = null): Html {
  return html`<div
    id="banner"
    role="alert"
    data-failed="${live.script.failed}"
    ${text === null && html` hidden`}
  >
    ${text !== null && html`<p>${text}</p>`}
  </div>`;
}

export function formField({ formToken }: { readonly formToken: string }): Content {
  return html`<input type="hidden" name="token" value="${formToken}" />`;
}
