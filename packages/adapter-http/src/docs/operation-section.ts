import { STATUS_CODES } from 'node:http';
import { type Content, html, type Html } from '../mail/html.ts';
import type {
  Example,
  JsonContent,
  OpenApiDocument,
  OpenApiResponse,
  Operation,
  Reference,
} from '../openapi/open-api.ts';
import { jsonText } from '../openapi/json-text.ts';
import { fieldList, namedList } from './fields.ts';
import { withOpenDates } from './fill-page.ts';
import { codeBlock, inline, prose } from './prose.ts';

/** An endpoint: what it takes, a command to try it, and each of its answers. */
export function endpointSection(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const [sample] = operation['x-codeSamples'] ?? [];
  return html`<section class="operation" aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p class="route">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code>
    </p>
    ${prose(description)}
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${namedList(document, parameters)}`
    }
    ${
      requestBody
        ? html`<h4>Body</h4>
            ${contentHtml(document, requestBody.content)}`
        : null
    }
    ${
      sample
        ? html`<h4>Try it</h4>
            ${codeBlock(withOpenDates(sample.source))}`
        : null
    }
    <h4>Answers</h4>
    ${answers(document, operation)}
  </section> `;
}

/** An event that is posted to a partner. */
export function webhookSection(type: string, operation: Operation): Html {
  const { operationId, summary, description, requestBody } = operation;
  return html`<section class="operation" aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p class="route"><span class="method event">Event</span> <code>${type}</code></p>
    ${prose(description)}
    ${requestBody ? examplesHtml(requestBody.content['application/json'].examples) : null}
  </section> `;
}

function answers(document: OpenApiDocument, { responses }: Operation): Content {
  return Object.entries(responses).map(([status, given]) => {
    const response = responseOf(document, given);
    const isGood = status < '300';
    const { schema, examples } = response.content?.['application/json'] ?? {};
    return html`<details class="answer" ${isGood && OPEN}>
      <summary><span class="status s${status[0]!}">${status}</span> ${STATUS_CODES[status] ?? ''}</summary>
      <p>${inline(response.description)}</p>
      ${isGood && schema ? fieldList(document, schema) : null} ${examples ? examplesHtml(examples) : null}
      ${headersHtml(response)}
    </details> `;
  });
}

const OPEN = html` open`;

function headersHtml({ headers = {} }: OpenApiResponse): Content {
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  const links = names.map((name, i) => [i > 0 && ', ', html`<a href="#${headerId(name)}">${name}</a>`]);
  return html`<p class="with">With the headers ${links}.</p>`;
}

/** The anchor of a header's description. */
export function headerId(name: string): string {
  return `header-${name.toLowerCase()}`;
}

function contentHtml(document: OpenApiDocument, content: JsonContent): Html {
  const { schema, examples } = content['application/json'];
  return html`${fieldList(document, schema)} ${examplesHtml(examples)}`;
}

function examplesHtml(examples: Readonly<Record<string, Example>>): Content {
  return Object.values(examples).map(
    ({ summary, value }) =>
      html`<figure>
        <figcaption>${inline(summary)}</figcaption>
        ${codeBlock(jsonText(value))}
      </figure> `,
  );
}

/** The answer itself, where the operation only refers to one that it shares. */
function responseOf(document: OpenApiDocument, given: OpenApiResponse | Reference): OpenApiResponse {
  return '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1)!]! : given;
}

/** A path may be broken after each slash, and nowhere else. */
function breakable(path: string): Content {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`);
}
