import { createHash } from 'node:crypto';
import type { Answer, Headers } from '../api/answer.ts';
import { type Content, html, type Html } from '../mail/html.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE, THEME } from './style.ts';

/** A page to be set. */
export interface Page {
  readonly status?: number;
  /** BCP 47 */
  readonly language: string;
  /** Whose page it is: stands above the heading, and in the title. */
  readonly masthead: string;
  /** The heading. */
  readonly title: string;
  /** What the title begins with instead of the heading, where something else has to be heard first. */
  readonly heard?: string;
  readonly content: Content;
  readonly footer?: Content;
  /** With the one script that there is. */
  readonly scripted?: boolean;
  /** With room for code. */
  readonly wide?: boolean;
  readonly headers?: Headers;
  readonly about?: Answer['about'];
}

/** The answer that shows a page. It loads nothing, tells nobody where the reader came from, and is kept nowhere. */
export function pageAnswer(page: Page): Answer {
  const { status = 200, scripted = false, headers = [], about } = page;
  return {
    status,
    type: HTML_TYPE,
    body: documentOf(page).markup,
    headers: [...SAFE, 'content-security-policy', scripted ? POLICY_WITH_SCRIPT : POLICY, ...headers],
    ...(about && { about }),
  };
}

/** To be gone on to by GET, whatever was sent. */
export function seeOther(location: string, about?: Answer['about']): Answer {
  const headers = [...SAFE, 'location', location];
  return { status: 303, type: HTML_TYPE, body: '', headers, ...(about && { about }) };
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** For everything behind a link with a token, pages or not. */
export const SAFE: Headers = [
  'referrer-policy',
  'no-referrer',
  'x-robots-tag',
  'noindex, nofollow',
  'cross-origin-resource-policy',
  'same-origin',
  'cross-origin-opener-policy',
  'same-origin',
];

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = `default-src 'none'; style-src ${hashOf(PAGE_STYLE)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const POLICY_WITH_SCRIPT = `${POLICY}; script-src ${hashOf(PAGE_SCRIPT)}`;

/** To the letter, as their hashes are made. */
const STYLE: Html = { markup: `<style>${PAGE_STYLE}</style>` };
const SCRIPT: Html = { markup: `<script>${PAGE_SCRIPT}</script>` };

function documentOf({ language, masthead, title, heard, content, footer, scripted, wide }: Page): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <title>${heard ?? title} – ${masthead}</title>
        ${STYLE}
      </head>
      <body${wide === true && html` class="wide"`}>
        <header><p class="house">${masthead}</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${footer ? html`<footer>${footer}</footer>` : null} ${scripted ? SCRIPT : null}
      </body>
    </html> `;
}
