import { type Endpoint, TAGS } from '../api/endpoints/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints/endpoints.ts';
import { BOOKING_ID, HOLD_ID, LOCATION_ID, WAITING_ID } from '../api/demo.ts';
import { FAILURE_RESPONSES, type FailureName } from '../api/failures.ts';
import { CHAPTERS } from './guide.ts';
import { authenticated, HEADERS } from '../api/headers.ts';
import {
  jsonContent,
  type OpenApiDocument,
  type OpenApiServer,
  type Operation,
  type Parameter,
  type PathItem,
  refTo,
  shape,
} from '../api/open-api.ts';
import { rulesOf } from './request-rules.ts';
import { curlOf } from './samples/curl.ts';
import { javaScriptOf } from './samples/javascript.ts';
import { pythonOf } from './samples/python.ts';
import { sampleRequest } from './samples/sample-request.ts';
import { namedShapes, unnamedShape } from './shapes.ts';
import { webhooks, WEBHOOKS_TAG } from './webhooks.ts';

/**
 * The OpenAPI 3.1 document of the partner API, generated from the operations and the schemas that validate their requests.
 * @param basePath path prefix of the operations; defaults to `/v1/partner-api`
 */
export function openApiDocument(basePath = '/v1/partner-api'): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bord Partner API',
      version: '1',
      summary: 'Read open times at a restaurant, book a table, follow the booking, read the menu.',
      description: CHAPTERS.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers(basePath),
    security: KEYS.map((scheme) => ({ [scheme]: [] })),
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), WEBHOOKS_TAG],
    paths: paths(),
    webhooks: webhooks(),
    'x-unmatched': { 404: refTo('responses', 'UnknownPath'), 405: refTo('responses', 'MethodNotAllowed') },
    components: {
      schemas: namedShapes(),
      responses: FAILURE_RESPONSES,
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key as `Authorization: Bearer <key>`. The operator grants the scopes of a key.',
        },
        partnerKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-partner-key',
          description: 'The key as `x-partner-key: <key>`; equivalent to the other header.',
        },
      },
    },
  };
}

const KEYS = ['bearer', 'partnerKey'] as const;

function servers(basePath: string): readonly OpenApiServer[] {
  return [
    { url: basePath || '/', description: 'The server that this document comes from.' },
    {
      url: '{base_url}',
      description: 'Any other.',
      variables: {
        base_url: {
          default: 'http://127.0.0.1:3000/v1/partner-api',
          description: 'The address of the service, with the version.',
        },
      },
    },
  ];
}

function paths(): Record<string, PathItem> {
  const all: Record<string, PathItem> = {};
  for (const endpoint of ENDPOINTS) {
    const path = templateOf(endpoint);
    all[path] = { ...all[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return all;
}

/** OpenAPI writes `/bookings/:bookingId` as `/bookings/{bookingId}`. */
function templateOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

const COMMON = {
  401: 'Unauthorized',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
} as const satisfies Record<number, FailureName>;

function operation(endpoint: Endpoint): Operation {
  const { name, method, scope, tag, summary, description, body, answer } = endpoint;
  const path = templateOf(endpoint);
  const parameters = [...pathParameters(path), ...queryParameters(endpoint)];
  const sample = sampleRequest({ operation: name, method, path }, parameters, body?.examples);
  const rules = rulesOf(endpoint);
  const shared = Object.entries({ ...COMMON, ...endpoint.shared });
  return {
    operationId: name,
    summary,
    description: `${description}\n\nScope: \`${scope}\`.`,
    tags: [tag],
    security: KEYS.map((scheme) => ({ [scheme]: [scope] })),
    parameters,
    ...(rules.length > 0 && { 'x-rules': rules }),
    ...(body && { requestBody: { required: true, content: jsonContent(shape(body.name), body.examples) } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: authenticated(...(answer.headers ?? [])),
        content: jsonContent(shape(answer.name), answer.examples),
      },
      ...endpoint.failures,
      ...Object.fromEntries(shared.map(([status, failure]) => [status, refTo('responses', failure)])),
    },
    'x-codeSamples': [
      { lang: 'Shell', label: 'curl', source: curlOf(sample) },
      { lang: 'JavaScript', label: 'JavaScript', source: javaScriptOf(sample) },
      { lang: 'Python', label: 'Python', source: pythonOf(sample) },
    ],
  };
}

const PATH_PARAMETERS: Readonly<Record<string, Pick<Parameter, 'description' | 'example' | 'schema'>>> = {
  locationId: {
    description: 'The location’s id, a UUID that the operator has given you.',
    schema: { type: 'string', format: 'uuid' },
    example: LOCATION_ID,
  },
  bookingId: idOf('The `id` that the booking got when it was made.', BOOKING_ID),
  holdId: idOf('The `id` that the hold got when it was placed.', HOLD_ID),
  waitingId: idOf('The `id` that the entry got when the party joined.', WAITING_ID),
};

function idOf(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}

function pathParameters(path: string): readonly Parameter[] {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  return names.map((name) => ({ name, in: 'path', required: true, ...PATH_PARAMETERS[name]! }));
}

function queryParameters({ query }: Endpoint): readonly Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = unnamedShape(query.schema);
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
    ...(name in query.example && { example: query.example[name] }),
  }));
}
