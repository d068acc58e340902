import { html, type Html } from '../web/html.ts';
import type { OpenApiDocument } from '../api/open-api.ts';
import { THEME } from '../web/style.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { heading } from './pair.ts';
import { type Part, type PartEntry, partsOf } from './parts.ts';

export interface DocsLinks {
  readonly openApi: string;
  /** URL of the sandbox; null if this server has none. */
  readonly sandbox: string | null;
}

/** The OpenAPI document as a page without external files. `{base_url}` and `{root_url}` are placeholders for the URLs of the API and its server. */
export function docsPage(document: OpenApiDocument, links: DocsLinks): string {
  const { title, summary, version } = document.info;
  const parts = partsOf(document, links.sandbox);
  const contents = html`<ul>
    ${parts.map(contentsEntry)}
  </ul>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)" />
        <meta name="description" content="${summary}" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="name"><a href="#content">${title}</a> <span>v${version}</span></p>
          <p>
            ${links.sandbox !== null && html`<a href="${links.sandbox}">Sandbox key</a>`}
            <a href="${links.openApi}">OpenAPI 3.1</a>
          </p>
        </header>
        <nav class="above" aria-label="Contents">
          <details>
            <summary>Contents</summary>
            ${contents}
          </details>
        </nav>
        <div class="columns">
          <nav class="beside" aria-label="Contents" tabindex="-1">${contents}</nav>
          <main id="content" tabindex="-1">
            <div class="hero">
              <h1>${title}</h1>
              <p class="lead">${summary}</p>
              <p class="address panel">
                <span>Address</span> <code>{base_url}</code>
                <button type="button" class="copy" hidden>Copy</button>
              </p>
            </div>
            ${parts.map(partHtml)}
          </main>
        </div>
        <p id="spoken" role="status"></p>
        ${SCRIPT}
      </body>
    </html> `;
  return page.markup;
}

/** Exact text, because it is hashed. */
const STYLE: Html = { markup: `<style>${DOCS_STYLE}</style>` };
const SCRIPT: Html = { markup: `<script>${DOCS_SCRIPT}</script>` };

function contentsEntry({ id, title, entries = [] }: Part): Html {
  return html`<li>
    <a href="#${id}">${title}</a>${
      entries.length > 0 &&
      html`<ul>
        ${entries.map(innerEntry)}
      </ul>`
    }
  </li> `;
}

function innerEntry({ id, title, method }: PartEntry): Html {
  const mark = method !== undefined && html` <span class="mark ${method.toLowerCase()}">${method}</span>`;
  return html`<li><a href="#${id}">${title}${mark}</a></li> `;
}

function partHtml({ id, title, content }: Part): Html {
  return html`<section aria-labelledby="${id}">${heading(2, id, title)} ${content}</section> `;
}
