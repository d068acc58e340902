/**
 * Holds the traffic of tests against the OpenAPI document. The document is open, so that clients bear new fields (§9); our own answers
 * must be what it says to the letter, so here every object is closed.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type OpenApiDocument, openApiDocument } from '@bord/adapter-http';
import { createRequestReader, jsonOf } from './openapi-requests.ts';
import { createValidator, type Validator } from './openapi-schemas.ts';

/** A request and its answer. */
export interface Traffic {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The body that was sent. */
  readonly sent?: RequestInit['body'];
  readonly status: number;
  readonly headers: Headers;
  /** The body that came back. */
  readonly text: string;
}

/** Throws when the traffic is not as the document says. */
export type TrafficCheck = (traffic: Traffic) => void;

/** A check for the traffic with one server: earlier exchanges are known to later ones. */
export function createTrafficCheck(document?: OpenApiDocument): TrafficCheck {
  const contract = document ? readContract(document) : (ours ??= readContract(openApiDocument()));
  const made = new Set<string>();
  return (traffic) => {
    const faults = [...contract(traffic), ...replayFaults(traffic, made)];
    if (faults.length === 0) return;
    const { method, path, status, text } = traffic;
    const excerpt = text.length > 400 ? `${text.slice(0, 400)}…` : text;
    throw new Error(
      `not as the OpenAPI document says: ${method} ${path} → ${status}\n${faults.map((fault) => `- ${fault}`).join('\n')}\n${excerpt}`,
    );
  };
}

/** `fetch` with a check of its answers. */
export function checkedFetch(
  check: TrafficCheck,
  fetch: (request: Request) => Promise<Response> = globalThis.fetch,
): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const { pathname, search } = new URL(url);
    const response = await fetch(new Request(url, init));
    const text = await response.clone().text();
    const { status, headers } = response;
    check({ method: init.method ?? 'GET', path: pathname + search, sent: init.body, status, headers, text });
    return response;
  };
}

/** Throws when a webhook is not as the document says (§6.2, §6.3). */
export function checkDelivery(headers: IncomingHttpHeaders, rawBody: Uint8Array): void {
  const { document, closed } = (events ??= {
    document: openApiDocument(),
    closed: createValidator(openApiDocument(), true),
  });
  const body = jsonOf(Buffer.from(rawBody).toString()) as { readonly id?: string; readonly type?: string };
  const { parameters = [], requestBody } = document.webhooks[body?.type ?? '']?.post ?? {};
  if (!requestBody) throw new Error(`no webhook of the OpenAPI document: ${JSON.stringify(body)}`);
  const faults = [
    ...parameters.flatMap(({ name, schema }) =>
      closed(schema, headers[name]).map((fault) => `${name} ${fault}`),
    ),
    ...closed(requestBody.content['application/json'].schema, body).map((fault) => `the body: ${fault}`),
    ...(headers['content-type'] === 'application/json' ? [] : ['it is not declared as JSON']),
    ...(headers['x-partner-event-id'] === body.id ? [] : ['x-partner-event-id is not the id in the body']),
  ];
  if (faults.length > 0) {
    throw new Error(`not as the OpenAPI document says: ${faults.join('; ')}\n${JSON.stringify(body)}`);
  }
}

/** The faults of a value, strictly by a schema of the document. */
export const validatorOf = (document: OpenApiDocument): Validator => createValidator(document, true);

type Contract = (traffic: Traffic) => readonly string[];
let ours: Contract | undefined;
let events: { readonly document: OpenApiDocument; readonly closed: Validator } | undefined;
const BASE = '/v1/partner-api';

type Answer = OpenApiDocument['components']['responses'][string];
type Header = OpenApiDocument['components']['headers'][string];

/** The faults of an answer, by the document. */
function readContract(document: OpenApiDocument): Contract {
  const paths = Object.entries(document.paths).map(([template, item]) => ({
    pattern: new RegExp(`^${BASE}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }));
  const answers = createReader(document);
  const read = createRequestReader(document);

  return (traffic) => {
    const { pathname, searchParams } = new URL(`http://bord.test${traffic.path}`);
    if (pathname !== BASE && !pathname.startsWith(`${BASE}/`)) return [];
    if (pathname === `${BASE}/openapi.json`) return [];
    const { UnknownPath, MethodNotAllowed, ServiceUnavailable } = document.components.responses;
    const known = paths.find(({ pattern }) => pattern.test(pathname));
    if (!known) return answers.faultsOf(traffic, { 404: UnknownPath!, 503: ServiceUnavailable! });
    const { get, post, delete: remove } = known.item;
    const operation = { GET: get, HEAD: get, POST: post, DELETE: remove }[traffic.method];
    if (!operation) return answers.faultsOf(traffic, { 405: MethodNotAllowed!, 503: ServiceUnavailable! });
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      answers.resolved(response),
    ]);
    return [
      ...answers.faultsOf(traffic, Object.fromEntries(responses)),
      ...(traffic.status < 300
        ? read(operation, { search: searchParams, body: textOf(traffic.sent) }).faults
        : []
      ).map((fault) => `the request was accepted, although ${fault}`),
    ];
  };
}

function createReader(document: OpenApiDocument) {
  const closed = createValidator(document, true);
  const headerNames = Object.keys(document.components.headers);

  function resolved(response: Answer | { $ref: string }): Answer {
    return '$ref' in response ? named(document.components.responses, response.$ref) : response;
  }

  function faultsOf(traffic: Traffic, responses: Readonly<Record<string, Answer>>): readonly string[] {
    const response = responses[traffic.status];
    if (!response) return [`the status is not documented; ${Object.keys(responses).join(', ')} are`];
    return [...headerFaults(traffic.headers, response), ...bodyFaults(traffic, response)];
  }

  function headerFaults(headers: Headers, response: Answer): readonly string[] {
    const documented = response.headers ?? {};
    const faults = headerNames
      .filter((name) => headers.has(name) && !(name in documented))
      .map((name) => `the header ${name} is not documented for this answer`);
    for (const [name, given] of Object.entries(documented)) {
      const header: Header = '$ref' in given ? named(document.components.headers, given.$ref) : given;
      const value = headers.get(name);
      if (value === null && header.required) faults.push(`the header ${name} is missing`);
      if (value !== null) {
        const read = header.schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
        faults.push(...closed(header.schema, read).map((fault) => `the header ${name}: ${value} ${fault}`));
      }
    }
    return faults;
  }

  function bodyFaults({ method, headers, text }: Traffic, response: Answer): readonly string[] {
    if (!/^application\/json\b/.test(headers.get('content-type') ?? ''))
      return ['it is not declared as JSON'];
    if (method === 'HEAD') return text === '' ? [] : ['an answer to HEAD has a body'];
    const schema = response.content?.['application/json'].schema;
    const body = jsonOf(text);
    if (body === undefined || !schema) return ['the body is not JSON'];
    return closed(schema, body).map((fault) => `the body: ${fault}`);
  }

  return { resolved, faultsOf };
}

/** A replay says so: of the answers that name a new booking, one at most has no `Idempotent-Replayed` (D10). */
function replayFaults({ status, headers, text }: Traffic, made: Set<string>): readonly string[] {
  if (status !== 201 || headers.get('idempotent-replayed') === 'true') return [];
  const { id } = (jsonOf(text) ?? {}) as { id?: string };
  if (id === undefined || !made.has(id)) {
    if (id !== undefined) made.add(id);
    return [];
  }
  return ['the booking was made before, and the header Idempotent-Replayed is missing'];
}

function named<T>(all: Readonly<Record<string, T>>, ref: string): T {
  return all[ref.split('/').at(-1)!]!;
}

function textOf(sent: Traffic['sent']): string {
  return sent instanceof Uint8Array ? Buffer.from(sent).toString() : typeof sent === 'string' ? sent : '';
}
