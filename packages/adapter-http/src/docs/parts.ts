import { type Content, html, type Html } from '../web/html.ts';
import { failureAnchor, FAILURE_CODES, FAILURES } from '../http/failure-table.ts';
import { firstSteps, type Step } from '../openapi/first-minutes.ts';
import { CHAPTERS, type Chapter } from '../openapi/guide.ts';
import type { OpenApiDocument, Operation } from '../api/open-api.ts';
import {
  RECEIVER_SAMPLE,
  RECEIVER_SAMPLE_PYTHON,
  VERIFY_SAMPLE,
  VERIFY_SAMPLE_PYTHON,
} from '../openapi/samples/receiver.ts';
import { SIGNED_SAMPLE } from '../openapi/webhooks.ts';
import { codePanel, tabbedPanel } from './code-panel.ts';
import { fieldList, namedList } from './fields.ts';
import { endpointSection, goodAnswer, headerId, samplesOf, webhookSection } from './operation-section.ts';
import { heading, pair } from './pair.ts';
import { inline, prose } from './prose.ts';

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
  readonly entries?: readonly PartEntry[];
}

export interface PartEntry {
  readonly id: string;
  readonly title: string;
  readonly method?: string;
}

export function partsOf(document: OpenApiDocument, sandbox: Sandbox): readonly Part[] {
  const [start, ...others] = CHAPTERS;
  const chapters = others.map((chapter) => chapterPart(document, chapter));
  const [aboutSandbox, authentication, ...rest] = chapters;
  const steps = firstSteps();
  return [
    {
      id: start!.id,
      title: start!.title,
      entries: steps.map(({ id, title }) => ({ id, title })),
      content: steps.map((step, i) => stepHtml(document, step, i + 1, sandbox)),
    },
    aboutSandbox!,
    authentication!,
    ...endpointParts(document),
    webhookPart(document),
    ...rest,
  ];
}

/** URL of the sandbox; null if this server has none. */
type Sandbox = string | null;

function stepHtml(document: OpenApiDocument, step: Step, number: number, sandbox: Sandbox): Html {
  const { id, title, text } = step;
  const operation = step.endpoint === undefined ? null : operationAt(document, step.endpoint);
  const further = operation ? ([operation.operationId, operation.summary] as const) : MORE[id];
  const head = html`${heading(3, id, [html`<span class="number">${number}</span> `, title])} ${prose(text)}
  ${id === 'get-a-key' && keyLink(sandbox)}
  ${further !== undefined && html`<p class="more">Reference: <a href="#${further[0]}">${further[1]}</a></p>`}`;
  if (operation) {
    const code = html`${tabbedPanel(`${id}-request`, samplesOf(operation))} ${goodAnswer(document, operation)}`;
    return pair({ head, code });
  }
  const typed = step.code !== undefined && codePanel('Shell', step.code, 'sh');
  const code =
    id === 'first-webhook' ? html`${typed} ${tabbedPanel(id + '-code', RECEIVERS)}` : typed || null;
  return pair({ head, code });
}

/** The next section after a step without an operation. */
const MORE: Readonly<Partial<Record<string, readonly [id: string, title: string]>>> = {
  'get-a-key': ['sandbox', 'The sandbox'],
  'set-up': ['authentication', 'Authentication'],
  'first-webhook': ['webhooks', 'Webhooks'],
};

const RECEIVERS = [
  { label: 'JavaScript', language: 'js', code: RECEIVER_SAMPLE },
  { label: 'Python', language: 'py', code: RECEIVER_SAMPLE_PYTHON },
] as const;

function keyLink(sandbox: Sandbox): Html {
  return sandbox === null
    ? html`<p>This server keeps no sandbox: its operator gives you a key.</p>`
    : html`<p class="go"><a class="button" href="${sandbox}">Get a sandbox key</a></p>`;
}

function operationAt({ paths }: OpenApiDocument, endpoint: string): Operation {
  const [method, path] = endpoint.split(' ') as [string, string];
  return Object.entries(paths[path] ?? {}).find(([name]) => name === method.toLowerCase())![1] as Operation;
}

function chapterPart(document: OpenApiDocument, { id, title, text }: Chapter): Part {
  return {
    id,
    title,
    content: pair({
      head: [prose(text), id === 'limits' && headers(document), id === 'errors' && errorCodes()],
    }),
  };
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
const DELIVERY = 'Parts of a delivery';

function webhookPart(document: OpenApiDocument): Part {
  const { description = '' } = document.tags.find(({ name }) => name === 'Webhooks') ?? {};
  const operations = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const first = operations[0]!.post;
  const { parameters = [], requestBody } = first;
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
        <p>
          Over the raw body, in constant time, and without any package. A receiver that uses it is in
          <a href="#first-webhook">First five minutes</a>.
        </p>`,
      code: tabbedPanel('verify-code', [
        { label: 'JavaScript', language: 'js', code: VERIFY_SAMPLE },
        { label: 'Python', language: 'py', code: VERIFY_SAMPLE_PYTHON },
      ]),
    })}
    ${pair({
      head: html`${heading(3, 'delivery', DELIVERY)}
        <p>Try your check on this delivery: it was signed at ${t} with <code>${secret}</code>.</p>`,
      code: codePanel('A signed delivery', `x-partner-signature: ${signature}\n\n${rawBody}`, 'text'),
      detail: html`<h4>Headers</h4>
        ${namedList(document, parameters)}
        <h4>Body</h4>
        ${requestBody ? fieldList(document, requestBody.content['application/json'].schema) : null}`,
    })}
    ${operations.map(({ type, post }) =>
      webhookSection(document, type, post, post.requestBody !== undefined && !isSameBody(post, first)),
    )}`,
  };
}

function isSameBody(one: Operation, other: Operation): boolean {
  const [a, b] = [one, other].map(({ requestBody }) => requestBody?.content['application/json'].schema.$ref);
  return a === b;
}

function errorCodes(): Html {
  return html`${heading(3, 'error-codes', 'Error codes')}
    <dl class="fields">
      ${FAILURE_CODES.map((code) => {
        const { status, cause, remedy } = FAILURES[code];
        return html`<div id="${failureAnchor(code)}">
          <dt><code>${code}</code> <span>${status}</span></dt>
          <dd>${inline(`${cause} ${remedy}`)}</dd>
        </div> `;
      })}
    </dl>`;
}

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
