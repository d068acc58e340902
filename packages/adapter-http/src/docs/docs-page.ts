import { type Content, html, type Html } from '../mail/html.ts';
import { CHAPTERS, type Chapter, VERIFY_SAMPLE } from '../openapi/guide.ts';
import type { OpenApiDocument, Operation } from '../openapi/open-api.ts';
import { SIGNED_SAMPLE } from '../openapi/webhooks.ts';
import { THEME } from '../pages/style.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { fieldList, namedList } from './fields.ts';
import { endpointSection, headerId, webhookSection } from './operation-section.ts';
import { codeBlock, inline, prose } from './prose.ts';

/** A part of the page that the table of contents leads to. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
  /** What it consists of, for the table of contents. */
  readonly entries?: readonly { readonly id: string; readonly title: string }[];
}

/**
 * The OpenAPI document as a page for people. It loads nothing and runs nothing. `{base_url}` in it stands for the address of the API.
 *
 * @param openApiPath where the document itself is
 */
export function docsPage(document: OpenApiDocument, openApiPath: string): string {
  const { title, summary, version } = document.info;
  const parts = partsOf(document);
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
          <p class="name">${title} <span>v${version}</span></p>
          <a href="${openApiPath}">OpenAPI 3.1 document</a>
        </header>
        <nav class="above" aria-label="Contents">
          <details>
            <summary>Contents</summary>
            ${contents}
          </details>
        </nav>
        <div class="columns">
          <nav class="beside" aria-label="Contents">${contents}</nav>
          <main id="content" tabindex="-1">
            <h1>${title}</h1>
            <p class="lead">${summary}</p>
            <p>The address of the API is <code>{base_url}</code>. All traffic is JSON.</p>
            ${parts.map(partHtml)}
          </main>
        </div>
      </body>
    </html> `;
  return page.markup;
}

/** To the letter as its hash is made. */
const STYLE: Html = { markup: `<style>${DOCS_STYLE}</style>` };

function contentsEntry({ id, title, entries = [] }: Part): Html {
  const inner = entries.map((entry) => html`<li><a href="#${entry.id}">${entry.title}</a></li> `);
  return html`<li>
    <a href="#${id}">${title}</a>${
      inner.length > 0 &&
      html`<ul>
        ${inner}
      </ul>`
    }
  </li> `;
}

function partHtml({ id, title, content }: Part): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

function partsOf(document: OpenApiDocument): readonly Part[] {
  const [start, authentication, ...others] = CHAPTERS.map((chapter) => chapterPart(document, chapter));
  return [start!, authentication!, ...endpointParts(document), webhookPart(document), ...others];
}

function chapterPart(document: OpenApiDocument, { id, title, text }: Chapter): Part {
  return { id, title, content: [prose(text), id === 'limits' && headers(document)] };
}

function endpointParts(document: OpenApiDocument): readonly Part[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) =>
      item[method] ? [{ path, method: method.toUpperCase(), operation: item[method] }] : [],
    ),
  );
  return document.tags
    .map((tag) => ({ tag, own: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ tag, own }) => ({
      id: tag.name.toLowerCase(),
      title: tag.name,
      entries: own.map(({ operation }) => entryOf(operation)),
      content: [
        prose(tag.description),
        ...own.map(({ path, method, operation }) => endpointSection(document, method, path, operation)),
      ],
    }));
}

function entryOf({ operationId, summary }: Operation): { id: string; title: string } {
  return { id: operationId, title: summary };
}

const VERIFY = 'Check a signature';

function webhookPart(document: OpenApiDocument): Part {
  const { description = '' } = document.tags.find(({ name }) => name === 'Webhooks') ?? {};
  const operations = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const { parameters = [], requestBody } = operations[0]!.post;
  const { secret, t, rawBody, signature } = SIGNED_SAMPLE;
  return {
    id: 'webhooks',
    title: 'Webhooks',
    entries: [{ id: 'verify', title: VERIFY }, ...operations.map(({ post }) => entryOf(post))],
    content: html`${prose(description)}
      <h3 id="verify">${VERIFY}</h3>
      <p>In Node.js, without any package:</p>
      ${codeBlock(VERIFY_SAMPLE)}
      <p>Try your own check on this delivery, which was signed at ${t} with <code>${secret}</code>:</p>
      ${codeBlock(`x-partner-signature: ${signature}\n\n${rawBody}`)}
      <h3 id="delivery">What a delivery holds</h3>
      <h4>Headers</h4>
      ${namedList(document, parameters)}
      <h4>Body</h4>
      ${requestBody ? fieldList(document, requestBody.content['application/json'].schema) : null}
      ${operations.map(({ type, post }) => webhookSection(type, post))}`,
  };
}

/** What the headers of answers say. */
function headers(document: OpenApiDocument): Html {
  const all = Object.entries(document.components.headers);
  return html`<h3 id="headers">Headers of answers</h3>
    <dl class="fields">
      ${all.map(
        ([name, { description }]) =>
          html`<div id="${headerId(name)}">
            <dt><code>${name}</code></dt>
            <dd>${inline(description)}</dd>
          </div> `,
      )}
    </dl>`;
}
