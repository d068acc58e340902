import { STATUS_CODES } from 'node:http';
import { type Content, html, type Html } from '../web/html.ts';
import type {
  Example,
  OpenApiDocument,
  OpenApiResponse,
  Operation,
  Reference,
  RequestRule,
} from '../api/open-api.ts';
import { jsonText } from '../openapi/samples/json-text.ts';
import { codeBlock, codePanel, type CodeTab, foldedCode, tabbedPanel } from './code-panel.ts';
import { fieldList, namedList } from './fields.ts';
import { withOpenDates } from './fill-page.ts';
import type { CodeLanguage } from './highlight.ts';
import { heading, pair } from './pair.ts';
import { inline, prose } from './prose.ts';

export function endpointSection(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): Html {
  const {
    operationId,
    summary,
    description,
    parameters = [],
    requestBody,
    'x-rules': rules = [],
  } = operation;
  const head = html`${heading(3, operationId, summary)}
    <p class="route">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code>
    </p>
    ${prose(description)}`;
  const detail = html`${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${namedList(document, parameters)}`
    }
    ${
      requestBody
        ? html`<h4>Body</h4>
            ${fieldList(document, requestBody.content['application/json'].schema)}`
        : null
    }
    ${
      rules.length > 0 &&
      html`<h4>Rules</h4>
        <ul class="rules">
          ${rules.map(ruleHtml)}
        </ul>`
    }
    <h4>Answers</h4>
    ${answers(document, operation)}`;
  const bodies = requestBody ? Object.values(requestBody.content['application/json'].examples) : [];
  const code = html`${tabbedPanel(`${operationId}-request`, samplesOf(operation))}
  ${bodies.map((example) => folded('Body', example))} ${goodAnswer(document, operation)}`;
  return html`<section class="operation" aria-labelledby="${operationId}">
    ${pair({ head, detail, code })}
  </section> `;
}

/** A rule that schemas cannot express, with its fields. */
function ruleHtml({ fields, description }: RequestRule): Html {
  const names = fields.map((field) => `\`${field}\``).join(', ');
  return html`<li>${inline(names === '' ? description : `${names}: ${description}`)}</li> `;
}

/** An event that is posted to a partner; with its fields if they are specific to it. */
export function webhookSection(
  document: OpenApiDocument,
  type: string,
  operation: Operation,
  hasOwnFields: boolean,
): Html {
  const { operationId, summary, description, requestBody } = operation;
  const detail =
    hasOwnFields && requestBody
      ? html`<h4>Body</h4>
          ${fieldList(document, requestBody.content['application/json'].schema)}`
      : null;
  const examples = Object.values(requestBody?.content['application/json'].examples ?? {});
  const head = html`${heading(3, operationId, summary)}
    <p class="route"><span class="method event">Event</span> <code>${type}</code></p>
    ${prose(description)}`;
  return html`<section class="operation" aria-labelledby="${operationId}">
    ${pair({ head, detail, code: examples.map(exampleCode) })}
  </section> `;
}

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = { Shell: 'sh', JavaScript: 'js', Python: 'py' };

export function samplesOf(operation: Operation): readonly CodeTab[] {
  return (operation['x-codeSamples'] ?? []).map(({ lang, label, source }) => ({
    label,
    language: LANGUAGES[lang] ?? 'text',
    code: withOpenDates(source),
  }));
}

/** The successful answer: the first example open, the others folded. */
export function goodAnswer(document: OpenApiDocument, { responses }: Operation): Content {
  return Object.entries(responses)
    .filter(([status]) => status < '300')
    .map(([status, given]) => {
      const { content } = responseOf(document, given);
      const [first, ...others] = Object.values(content?.['application/json'].examples ?? {});
      if (!first) return null;
      const title = html`<span class="status s2">${status}</span> ${inline(first.summary)}`;
      return [
        codePanel(title, jsonText(first.value), 'json'),
        others.map((example) => folded(status, example)),
      ];
    });
}

/** The first example is open. */
function exampleCode({ summary, value }: Example, i: number): Html {
  const title = inline(summary);
  return i === 0 ? codePanel(title, jsonText(value), 'json') : foldedCode(title, jsonText(value), 'json');
}

function folded(what: string, { summary, value }: Example): Html {
  return foldedCode(html`<span class="what">${what}</span> ${inline(summary)}`, jsonText(value), 'json');
}

function answers(document: OpenApiDocument, { responses }: Operation): Content {
  return Object.entries(responses).map(([status, given]) => {
    const response = responseOf(document, given);
    const isGood = status < '300';
    const { schema, examples } = response.content?.['application/json'] ?? {};
    return html`<details class="answer" ${isGood && OPEN}>
      <summary><span class="status s${status[0]!}">${status}</span> ${STATUS_CODES[status] ?? ''}</summary>
      <p>${inline(response.description)}</p>
      ${isGood && schema ? fieldList(document, schema) : null}
      ${!isGood && examples ? Object.values(examples).map(errorExample) : null} ${headersHtml(response)}
    </details> `;
  });
}

const OPEN = html` open`;

function errorExample({ summary, value }: Example): Html {
  return html`<figure>
    <figcaption>${inline(summary)}</figcaption>
    ${codeBlock(jsonText(value), 'json')}
  </figure> `;
}

function headersHtml({ headers = {} }: OpenApiResponse): Content {
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  const links = names.map((name, i) => [i > 0 && ', ', html`<a href="#${headerId(name)}">${name}</a>`]);
  return html`<p class="with">With the headers ${links}.</p>`;
}

export function headerId(name: string): string {
  return `header-${name.toLowerCase()}`;
}

/** The answer, resolved if the operation refers to a shared one. */
function responseOf(document: OpenApiDocument, given: OpenApiResponse | Reference): OpenApiResponse {
  return '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1)!]! : given;
}

/** A path can break only after a slash. */
function breakable(path: string): Content {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`);
}
