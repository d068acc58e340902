import type { Brand } from '@bord/engine';
import type { Answer, Headers } from '../http/answer.ts';
import { pageLook, type PageLook, policyHash } from './page-look.ts';
import { type Content, html, type Html } from './html.ts';
import { FRAME_SCRIPT } from './frame-script.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE, THEME } from './style.ts';

export interface Page {
  readonly status?: number;
  readonly language: string;
  /** The owner of the page, shown above the heading and in the title. */
  readonly masthead: string;
  /** The colour and logo of the page; default: Bord's. */
  readonly brand?: Brand;
  readonly title: string;
  /** Replaces the heading at the start of the title, if a screen reader must announce something else first. */
  readonly heard?: string;
  readonly content: Content;
  readonly footer?: Content;
  readonly scripted?: boolean;
  readonly script?: string;
  readonly style?: string;
  readonly wide?: boolean;
  /** Elements of the head, such as the canonical link. */
  readonly head?: Content;
  /** Origins whose pages can show this one in a frame. Default: none. */
  readonly framedBy?: readonly string[];
  /** The source of the images in {@link content}, in the syntax of a content security policy. */
  readonly pictures?: string | null;
  /** Search engines can list it, and browsers can keep it for some seconds. */
  readonly isPublic?: boolean;
  readonly headers?: Headers;
  readonly about?: Answer['about'];
}

/** The answer with a page. It loads only a logo, sends no referrer, and is not cached. */
export function pageAnswer(page: Page): Answer {
  const { status = 200, headers = [], about, brand, framedBy = [], isPublic = false } = page;
  const look = brand ? pageLook(brand) : PLAIN;
  const who = framedBy.length > 0 ? FRAMED : ISOLATED;
  const found = isPublic && status === 200 ? [] : HIDDEN;
  return {
    status,
    type: HTML_TYPE,
    ...(isPublic && status === 200 && { cacheControl: 'private, max-age=8' }),
    body: documentOf(page, look).markup,
    headers: [
      'referrer-policy',
      'no-referrer',
      ...found,
      ...who,
      'content-security-policy',
      policyOf(page, look),
      ...headers,
    ],
    ...(about && { about }),
  };
}

/** Redirects to a page by GET, also after a form was posted. Pages in a frame must be able to follow it, so other origins can load it. */
export function seeOther(location: string, about?: Answer['about']): Answer {
  const headers = ['referrer-policy', 'no-referrer', ...HIDDEN, ...FRAMED, 'location', location];
  return { status: 303, type: HTML_TYPE, body: '', headers, ...(about && { about }) };
}

const HTML_TYPE = 'text/html; charset=utf-8';

const HIDDEN: Headers = ['x-robots-tag', 'noindex, nofollow'];

const ISOLATED: Headers = [
  'cross-origin-resource-policy',
  'same-origin',
  'cross-origin-opener-policy',
  'same-origin',
];

/** For pages that other sites can frame: a site with `cross-origin-embedder-policy` asks for both. */
const FRAMED: Headers = [
  'cross-origin-resource-policy',
  'cross-origin',
  'cross-origin-embedder-policy',
  'require-corp',
];

/** For pages that search engines do not list, and other sites cannot open. */
export const ALONE: Headers = [...HIDDEN, ...ISOLATED];

/** For everything behind a link with a token, pages or not. */
export const SAFE: Headers = ['referrer-policy', 'no-referrer', ...ALONE];

const PLAIN: PageLook = { style: '', images: null, logo: null };

const STYLE_HASH = policyHash(PAGE_STYLE);

/** Permits only these two texts, the colours of the brand, and its logo from its origin. */
function policyOf(page: Page, { style, images }: PageLook): string {
  const { framedBy = [], pictures = null, style: further = '', isPublic = false } = page;
  const styles = [STYLE_HASH, ...[further, style].filter((text) => text !== '').map(policyHash)].join(' ');
  const ancestors = framedBy.length > 0 ? framedBy.join(' ') : "'none'";
  const origins = new Set([images, pictures].filter((origin) => origin !== null));
  const scripts = scriptsOf(page);
  return [
    `default-src 'none'; style-src ${styles}; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
    ...(origins.size > 0 ? [`img-src ${[...origins].join(' ')}`] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.map(policyHash).join(' ')}`] : []),
    ...(page.script === undefined ? [] : ["worker-src 'self'"]),
    // Audits for search engines read `robots.txt` from within the page.
    ...(isPublic ? ["connect-src 'self'"] : []),
  ].join('; ');
}

function styleOf(text = ''): Html | null {
  return text === '' ? null : { markup: `<style>${text}</style>` };
}

function scriptsOf({ scripted = false, script, framedBy = [] }: Page): readonly string[] {
  return [
    ...(scripted ? [PAGE_SCRIPT] : []),
    ...(framedBy.length > 0 ? [FRAME_SCRIPT] : []),
    ...(script === undefined ? [] : [script]),
  ];
}

export const PAGE_META: Html = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="light dark" />
  <meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)" />
  <meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)" />
  <meta name="format-detection" content="telephone=no" />`;

/** Exact text, because it is hashed. */
const STYLE: Html = { markup: `<style>${PAGE_STYLE}</style>` };

function documentOf(page: Page, { style, logo }: PageLook): Html {
  const { language, masthead, title, heard, content, footer, wide, head = null, framedBy = [] } = page;
  const scripts = scriptsOf(page).map((text) => ({ markup: `<script>${text}</script>` }));
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${PAGE_META}
        <title>${heard ?? title} – ${masthead}</title>
        ${STYLE} ${styleOf(page.style)}${styleOf(style)}${head}
      </head>
      <body${wide === true && html` class="wide"`}${framedBy.length > 0 && html` data-hosts="${framedBy.join(' ')}"`}>
        <header>${logo}<p class="house">${masthead}</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${footer ? html`<footer>${footer}</footer>` : null} ${scripts}
      </body>
    </html> `;
}
