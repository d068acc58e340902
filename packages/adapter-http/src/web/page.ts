import type { Brand } from '@bord/engine';
import type { Answer, Headers } from '../http/answer.ts';
import { pageLook, type PageLook, policyHash } from './page-look.ts';
import { type Content, html, type Html } from './html.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE, THEME } from './style.ts';

export interface Page {
  readonly status?: number;
  readonly language: string;
  /** Whose page it is: stands above the heading, and in the title. */
  readonly masthead: string;
  /** Whose colour and logo it wears; Bord's own without. */
  readonly brand?: Brand;
  readonly title: string;
  /** What the title begins with instead of the heading, where something else has to be heard first. */
  readonly heard?: string;
  readonly content: Content;
  readonly footer?: Content;
  readonly scripted?: boolean;
  readonly wide?: boolean;
  readonly headers?: Headers;
  readonly about?: Answer['about'];
}

/** The answer that shows a page. It loads nothing but a logo, tells nobody where the reader came from, and is kept nowhere. */
export function pageAnswer(page: Page): Answer {
  const { status = 200, headers = [], about, brand } = page;
  const look = brand ? pageLook(brand) : PLAIN;
  return {
    status,
    type: HTML_TYPE,
    body: documentOf(page, look).markup,
    headers: [...SAFE, 'content-security-policy', policyOf(page, look), ...headers],
    ...(about && { about }),
  };
}

/** To be gone on to by GET, whatever was sent. */
export function seeOther(location: string, about?: Answer['about']): Answer {
  const headers = [...SAFE, 'location', location];
  return { status: 303, type: HTML_TYPE, body: '', headers, ...(about && { about }) };
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** For pages that are nobody else's: found by no search, and open to no other site. */
export const ALONE: Headers = [
  'x-robots-tag',
  'noindex, nofollow',
  'cross-origin-resource-policy',
  'same-origin',
  'cross-origin-opener-policy',
  'same-origin',
];

/** For everything behind a link with a token, pages or not. */
export const SAFE: Headers = ['referrer-policy', 'no-referrer', ...ALONE];

const PLAIN: PageLook = { style: '', images: null, logo: null };

const STYLE_HASH = policyHash(PAGE_STYLE);
const SCRIPT_HASH = policyHash(PAGE_SCRIPT);

/** Nothing but these two texts, the colours of the brand, and its logo from where it lies. */
function policyOf({ scripted = false }: Page, { style, images }: PageLook): string {
  const styles = style === '' ? STYLE_HASH : `${STYLE_HASH} ${policyHash(style)}`;
  return [
    `default-src 'none'; style-src ${styles}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    ...(images === null ? [] : [`img-src ${images}`]),
    ...(scripted ? [`script-src ${SCRIPT_HASH}`] : []),
  ].join('; ');
}

/** At the head of every page. */
export const PAGE_META: Html = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="light dark" />
  <meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)" />
  <meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)" />
  <meta name="format-detection" content="telephone=no" />`;

/** To the letter, as their hashes are made. */
const STYLE: Html = { markup: `<style>${PAGE_STYLE}</style>` };
const SCRIPT: Html = { markup: `<script>${PAGE_SCRIPT}</script>` };

function documentOf(
  { language, masthead, title, heard, content, footer, scripted, wide }: Page,
  { style, logo }: PageLook,
): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${PAGE_META}
        <title>${heard ?? title} – ${masthead}</title>
        ${STYLE} ${style === '' ? null : { markup: `<style>${style}</style>` }}
      </head>
      <body${wide === true && html` class="wide"`}>
        <header>${logo}<p class="house">${masthead}</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${footer ? html`<footer>${footer}</footer>` : null} ${scripted ? SCRIPT : null}
      </body>
    </html> `;
}
