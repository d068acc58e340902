import { type Content, html, type Html } from '../mail/html.ts';
import { firstSteps, type Step } from '../openapi/first-minutes.ts';
import { CHAPTERS, type Chapter, VERIFY_SAMPLE, VERIFY_SAMPLE_PYTHON } from '../openapi/guide.ts';
import type { OpenApiDocument, Operation } from '../openapi/open-api.ts';
import { SIGNED_SAMPLE } from '../openapi/webhooks.ts';
import { codePanel, tabbedPanel } from './code-panel.ts';
import { fieldList, namedList } from './fields.ts';
import { endpointSection, goodAnswer, headerId, samplesOf, webhookSection } from './operation-section.ts';
import { heading, pair } from './pair.ts';
import { inline, prose } from './prose.ts';

/** A part of the page that the table of contents leads to. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
  /** What it consists of, for the table of contents. */
  readonly entries?: readonly PartEntry[];
}

export interface PartEntry {
  readonly id: string;
  readonly title: string;
  /** `GET`, `POST`; or what else it is. */
  readonly method?: string;
}

/** All of the page below its head. */
export function partsOf(document: OpenApiDocument): readonly Part[] {
  const [start, ...others] = CHAPTERS;
  const chapters = others.map((chapter) => chapterPart(document, chapter));
  const [sandbox, authentication, ...rest] = chapters;
  const steps = firstSteps();
  return [
    {
      id: start!.id,
      title: start!.title,
      entries: steps.map(({ id, title }) => ({ id, title })),
      content: steps.map((step, i) => stepHtml(document, step, i + 1)),
    },
    sandbox!,
    authentication!,
    ...endpointParts(document),
    webhookPart(document),
    ...rest,
  ];
}

function stepHtml(
  document: OpenApiDocument,
  { id, title, text, endpoint, code }: Step,
  number: number,
): Html {
  const operation = endpoint === undefined ? undefined : operationAt(document, endpoint);
  const link = operation && html`<p class="more"><a href="#${operation.operationId}">All about it</a></p>`;
  const head = html`${heading(3, id, [html`<span class="number">${number}</span> `, title])} ${prose(text)}
  ${link ?? null}`;
  const shown = operation
    ? html`${tabbedPanel(`${id}-request`, samplesOf(operation))} ${goodAnswer(document, operation)}`
    : (code && codePanel('Shell', code, 'sh')) || null;
  return pair({ head, code: shown });
}

function operationAt({ paths }: OpenApiDocument, endpoint: string): Operation {
  const [method, path] = endpoint.split(' ') as [string, string];
  return Object.entries(paths[path] ?? {}).find(([name]) => name === method.toLowerCase())![1] as Operation;
}

function chapterPart(document: OpenApiDocument, { id, title, text }: Chapter): Part {
  return { id, title, content: pair({ head: [prose(text), id === 'limits' && headers(document)] }) };
}

function endpointParts(document: OpenApiDocument): readonly Part[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  return document.tags
    .map((tag) => ({ tag, own: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ tag, own }) => ({
      id: tag.name.toLowerCase(),
      title: tag.name,
      entries: own.map(({ operation, method }) => entryOf(operation, method)),
      content: [
        prose(tag.description),
        ...own.map(({ path, method, operation }) => endpointSection(document, method, path, operation)),
      ],
    }));
}

function entryOf({ operationId, summary }: Operation, method: string): PartEntry {
  return { id: operationId, title: summary, method };
}

const VERIFY = 'Check a signature';
const DELIVERY = 'What a delivery holds';

function webhookPart(document: OpenApiDocument): Part {
  const { description = '' } = document.tags.find(({ name }) => name === 'Webhooks') ?? {};
  const operations = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const { parameters = [], requestBody } = operations[0]!.post;
  const { secret, t, rawBody, signature } = SIGNED_SAMPLE;
  return {
    id: 'webhooks',
    title: 'Webhooks',
    entries: [
      { id: 'verify', title: VERIFY },
      { id: 'delivery', title: DELIVERY },
      ...operations.map(({ post }) => entryOf(post, 'Event')),
    ],
    content: html`${pair({ head: prose(description) })}
      ${pair({
        head: html`${heading(3, 'verify', VERIFY)}
          <p>Over the raw body, and without any package.</p>
          <p>Try your own check on this delivery, which was signed at ${t} with <code>${secret}</code>.</p>`,
        code: html`${tabbedPanel('verify-code', [
          { label: 'JavaScript', language: 'js', code: VERIFY_SAMPLE },
          { label: 'Python', language: 'py', code: VERIFY_SAMPLE_PYTHON },
        ])}
        ${codePanel('A signed delivery', `x-partner-signature: ${signature}\n\n${rawBody}`, 'text')}`,
      })}
      ${heading(3, 'delivery', DELIVERY)}
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
  return html`${heading(3, 'headers', 'Headers of answers')}
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
