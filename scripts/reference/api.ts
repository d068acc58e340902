/** The page of API operations, and the table of scopes, from the OpenAPI document. */
import { STATUS_CODES } from 'node:http';
import { ENDPOINTS } from '../../packages/cli/src/conformance/endpoints.ts';
import { anchorName, code, fenced, noteOf, page, table } from './markdown.ts';
import {
  fieldTable,
  openApi,
  type Operation,
  operations,
  plainDescription,
  refName,
  schemaAnchor,
  schemaOf,
  shortened,
  typeOf,
  valueTable,
} from './schema.ts';

const GUIDES: Readonly<Record<string, string>> = {
  Availability: 'availability.md',
  Bookings: 'booking.md',
  Holds: 'holds.md',
  Waitlist: 'waitlist.md',
};

export function apiPage(): string {
  const byTag = openApi.tags
    .map(({ name }) => ({ name, own: operations.filter(({ tags }) => tags.includes(name)) }))
    .filter(({ own }) => own.length > 0);
  return page([
    noteOf('the endpoints in packages/adapter-http/src/api'),
    '# API operations',
    'This page lists the operations of the partner API with their parameters, body fields and answers, for developers of a booking partner.',
    'Paths begin with `/v1/partner-api`. [Authentication](../partners/authentication.md) describes API keys, scopes and rate limits. [Errors](../partners/errors.md) describes what to do after each error. The [OpenAPI document](../openapi.json) has examples of answers.',
    'The samples take `BORD`, `KEY` and `LOCATION` from the environment, and ids from the answers of earlier samples. [Quickstart](../partners/quickstart.md#2-set-the-variables) shows how to set them. A running server shows the same samples at `/docs`, with its URL and a date that is still ahead.',
    table(
      ['operation', 'request', 'effect'],
      operations.map((one) => [linkTo(one.operationId, ''), requestOf(one), one.summary]),
    ),
    ...byTag.flatMap(({ name, own }) => [
      `## Operations: ${name}`,
      GUIDES[name] ? `The guide is [${name}](../partners/${GUIDES[name]}).` : '',
      ...own.flatMap(operationParts),
    ]),
    '## Objects',
    ...Object.entries(openApi.components.schemas)
      .filter(([name]) => !name.endsWith('Event'))
      .flatMap(([name, schema]) => [
        `### ${name}`,
        schema.properties ? fieldTable(schema, schemaAnchor) : valueTable(name, schema),
      ]),
  ]);
}

/** The scopes with the operations that each allows, for the page on authentication. */
export function scopeTable(): string {
  const scopes = Map.groupBy(operations, scopeOf);
  return table(
    ['scope', 'operations'],
    [...scopes].map(([scope, own]) => [
      code(scope),
      own.map(({ operationId }) => linkTo(operationId, '../reference/api.md')).join(', '),
    ]),
  );
}

/** All operations with the release that added them, for the page on API changes. */
export function operationTable(): string {
  const first = new Set(ENDPOINTS.map(requestOf));
  return table(
    ['operation', 'request', 'since'],
    operations.map((one) => [
      linkTo(one.operationId, '../reference/api.md'),
      requestOf(one),
      first.has(requestOf(one)) ? '2026-07' : '2026-11',
    ]),
  );
}

function linkTo(operationId: string, file: string): string {
  return `[${code(operationId)}](${file}#${anchorName(operationId)})`;
}

function requestOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return code(`${method} ${path}`);
}

function scopeOf({ security }: Operation): string {
  return Object.values(security[0]!)[0]![0]!;
}

function operationParts(operation: (typeof operations)[number]): readonly string[] {
  const { operationId, summary, parameters, requestBody, responses, 'x-codeSamples': samples } = operation;
  const body = schemaOf(requestBody);
  const given = parameters.map((one) => ({ ...one, meaning: shortened(plainDescription(one.description)) }));
  const answers = Object.entries(responses).map(([status, { $ref, ...content }]) => {
    const shared = $ref?.split('/').at(-1);
    const schema = schemaOf(shared === undefined ? content : openApi.components.responses[shared]);
    const named = schema?.allOf?.[0] ?? schema;
    return [`${status} ${STATUS_CODES[status]!}`, named ? typeOf(named, schemaAnchor) : ''];
  });
  return [
    `### ${operationId}`,
    `${summary}: ${requestOf(operation)}. Scope: ${code(scopeOf(operation))}.`,
    given.length > 0
      ? table(
          ['parameter', 'in', 'type', 'meaning'],
          given.map(({ name, in: where, required, schema, meaning }) => [
            code(name),
            where,
            `${typeOf(schema, schemaAnchor)}${required ? '' : ', optional'}`,
            meaning[0],
          ]),
        )
      : '',
    given
      .filter(({ meaning }) => meaning[1] !== '')
      .map(({ name, meaning }) => `- ${code(name)}: ${meaning[1]}`)
      .join('\n'),
    body ? `The JSON body is a [${refName(body)!}](${schemaAnchor(refName(body)!)}).` : '',
    table(['answer', 'JSON'], answers),
    ...samples.map(({ lang, source }) => fenced(LANGUAGES[lang]!, source)),
  ];
}

/** The names by which Markdown calls the languages of the samples. */
const LANGUAGES: Readonly<Record<string, string>> = { Shell: 'sh', JavaScript: 'js', Python: 'python' };
