/** The OpenAPI document is valid, complete, and matches the server. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openApiDocument } from '@bord/adapter-http';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { validatorOf } from '../../support/openapi-traffic.ts';
import { DEMO_ID } from '../../support/world.ts';
import { openDemo, type DemoResponse } from './demo.ts';

const document = openApiDocument();
type Operation = NonNullable<(typeof document.paths)[string]['get']>;
type Response = (typeof document.components.responses)[string];

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]: [string, Operation]) => ({ method, path, operation })),
);
const resolved = (given: Operation['responses'][string]): Response =>
  '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1)!]! : given;
const operationOf = (id: string): Operation =>
  operations.find(({ operation }) => operation.operationId === id)!.operation;
const examplesOf = (id: string, status: number): Record<string, { value: unknown }> => ({
  ...resolved(operationOf(id).responses[status]!).content?.['application/json'].examples,
});

test('the file in the repository is the document; if this fails: node --conditions=@bord/source scripts/openapi.ts', () => {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(file === `${JSON.stringify(document, null, 2)}\n`).toBe(true);
});

test('it is sound OpenAPI 3.1, by an independent linter', async () => {
  // The linter comes with the generator of types that the example uses.
  const example = createRequire(new URL('../../../examples/partner-client/package.json', import.meta.url));
  const generator = createRequire(example.resolve('openapi-typescript'));
  const { createConfig, lintFromString } = generator('@redocly/openapi-core') as {
    createConfig(config: object): Promise<object>;
    lintFromString(
      options: object,
    ): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>;
  };
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'no-unused-components': 'off' }, // 404 and 405 of no endpoint
  });
  const lint = async (source: object): Promise<string[]> => {
    const problems = await lintFromString({
      source: JSON.stringify(source),
      absoluteRef: 'openapi.json',
      config,
    });
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  };
  expect(await lint(document)).toEqual([]);
  expect(await lint({ ...document, paths: { '/x': { get: { responses: {} } } } })).not.toEqual([]);
});

test('§4.1 §4.2 §4.3 §4.4 §4.5 §4.6 §5.1 §5.3 D30 each endpoint has its scope, both ways to send the key, and its statuses', () => {
  const documented = operations.map(({ method, path, operation }): [string, unknown] => [
    `${method.toUpperCase()} ${path}`,
    [operation.security, Object.keys(operation.responses).map(Number)],
  ]);
  const specified = ENDPOINTS.map(({ method, path, scope, statuses }): [string, unknown] => [
    `${method} ${path}`,
    [[{ bearer: [scope] }, { partnerKey: [scope] }], [...statuses, 500].toSorted((a, b) => a - b)],
  ]);
  expect(new Map(documented)).toEqual(new Map(specified));
  expect(documented).toHaveLength(specified.length);
  expect(document.components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
    partnerKey: { type: 'apiKey', in: 'header', name: 'x-partner-key' },
  });
});

test('D17 answers to a known key document the state of the limit, 429 and 503 the time to wait, a creation the replay', () => {
  for (const { operation } of operations) {
    for (const [status, given] of Object.entries(operation.responses)) {
      const { headers = {} } = resolved(given);
      const required = Object.entries(headers)
        .filter(([name, header]) => ('$ref' in header ? document.components.headers[name]! : header).required)
        .map(([name]) => name)
        .toSorted();
      const stats = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
      const expected = {
        401: ['WWW-Authenticate', 'X-Request-Id'],
        429: [...stats, 'Retry-After', 'X-Request-Id'],
        500: ['X-Request-Id'],
        503: ['Retry-After', 'X-Request-Id'],
      }[status] ?? [...stats, 'X-Request-Id'];
      expect([operation.operationId, status, required]).toEqual([operation.operationId, status, expected]);
      expect('Idempotent-Replayed' in headers).toBe(status === '201');
    }
  }
});

test('every answer, request and event has examples, and they are as their schemas say', () => {
  const closed = validatorOf(document);
  const webhooks = Object.values(document.webhooks).map(({ post }) => post);
  const contents = [
    ...operations.flatMap(({ operation }) => Object.values(operation.responses).map(resolved)),
    ...Object.values(document.components.responses),
    ...[...operations.map(({ operation }) => operation), ...webhooks].flatMap(
      ({ requestBody }) => requestBody ?? [],
    ),
  ].map(({ content }) => content?.['application/json']);
  expect(contents.length).toBeGreaterThan(50);
  for (const content of contents) {
    const values = Object.values(content?.examples ?? {});
    expect(values).not.toHaveLength(0);
    for (const { value, summary } of values) {
      expect(summary).not.toBe('');
      expect([value, closed(content!.schema, value)]).toEqual([value, []]);
    }
  }
  const parts = [
    ...Object.values(document.components.headers),
    ...[...operations.map(({ operation }) => operation), ...webhooks].flatMap(
      ({ parameters = [] }) => parameters,
    ),
  ];
  for (const { schema, example } of parts)
    if (example !== undefined) expect(closed(schema, example)).toEqual([]);
  expect(closed({ $ref: '#/components/schemas/Ok' }, { ok: 'yes' })).not.toEqual([]);
});

test('every endpoint, answer, header and field is described', () => {
  const bare: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const isNamed = DESCRIBED.test(path.join('/'));
    if (isNamed && !('description' in value) && !('$ref' in value)) bare.push(path.join('/'));
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'examples' && key !== 'allOf') visit(inner, [...path, key]);
    }
  };
  visit(document, []);
  expect(bare).toEqual([]);
});

const DESCRIBED =
  /(?:^|\/)(?:properties|parameters|headers|responses|schemas|securitySchemes)\/[^/]+$|\/(?:get|post)$/;

const at = `/locations/${DEMO_ID}`;
const wanted = (given: object = {}): object => ({
  startsAt: '2026-12-01T18:00:00Z',
  partySize: 2,
  name: 'Alva Lind',
  email: 'alva@example.com',
  ...given,
});

/** The example requests in order, and the examples of their answers. Lists in examples are parts of the real ones. */
test('§2.3 §2.5 §2.7 §2.8 §2.9 §2.10 the examples are what the demo restaurant says to the example requests', async () => {
  const demo = await openDemo();
  const neighbour = await demo.keyFor({ partner: 'portal' });
  const dinner = wanted({ partySize: 4 });
  for (let i = 0; i < 2; i++) {
    expect((await demo.ask('POST', `${at}/bookings`, { key: neighbour, body: dinner })).status).toBe(201);
  }
  const drinks: string[] = [];
  for (let i = 0; i < 2; i++) {
    const { body } = await demo.ask('POST', `${at}/bookings`, { key: neighbour, body: wanted() });
    drinks.push((body as { id: string }).id);
  }
  const value = (id: string, status: number, name: string): unknown => examplesOf(id, status)[name]?.value;
  const sent = (id: string, name: string): unknown =>
    operationOf(id).requestBody?.content['application/json'].examples[name]?.value;

  const query = operationOf('readAvailability')
    .parameters!.filter(({ example, in: path }) => path === 'query' && example !== undefined)
    .map(({ name, example }) => `${name}=${String(example)}`)
    .join('&');
  const day = await demo.ask('GET', `${at}/availability?${query}`);
  expectPartOf(value('readAvailability', 200, 'day'), day);
  const explained = await demo.ask('GET', `${at}/availability?${query}&explain=true`);
  expectPartOf(value('readAvailability', 200, 'explained'), explained);
  for (const id of drinks) await demo.ask('POST', `/bookings/${id}/cancel`, { key: neighbour });
  await demo.engine.operator.at(DEMO_ID).closures.add({ from: '2026-12-24', to: '2026-12-24', reason: null });
  const closed = await demo.ask('GET', `${at}/availability?date=2026-12-24&partySize=4`);
  expect([closed.status, closed.body]).toEqual([200, value('readAvailability', 200, 'closed')]);

  const batch = await demo.ask('POST', `${at}/availability/batch`, {
    body: sent('readAvailabilityBatch', 'twoDays'),
  });
  expectPartOf(value('readAvailabilityBatch', 200, 'twoDays'), batch);

  const body = sent('createBooking', 'full');
  const made = await demo.ask('POST', `${at}/bookings`, { body });
  const id = (example: unknown): unknown =>
    JSON.parse(JSON.stringify(example).replaceAll(/bk_\w+/g, (made.body as { id: string }).id));
  expect([made.status, made.body]).toEqual([201, id(value('createBooking', 201, 'confirmed'))]);
  expect((await demo.ask('POST', `${at}/bookings`, { body: sent('createBooking', 'least') })).status).toBe(
    201,
  );

  const booking = `/bookings/${made.body.id}`;
  expect((await demo.ask('GET', booking)).body).toEqual(id(value('readBooking', 200, 'confirmed')));
  expect((await demo.ask('POST', `${booking}/cancel`)).body).toEqual(
    value('cancelBooking', 200, 'cancelled'),
  );
  expect((await demo.ask('GET', booking)).body).toEqual(id(value('readBooking', 200, 'cancelled')));
  const replay = await demo.ask('POST', `${at}/bookings`, { body });
  expect([replay.status, replay.body]).toEqual([201, id(value('createBooking', 201, 'replayed'))]);
  expectPartOf(value('readMenu', 200, 'menu'), await demo.ask('GET', `${at}/menu`));
});

/** The answer contains the example: lists at least its items, all else is equal. */
function expectPartOf(example: unknown, { status, body }: DemoResponse): void {
  expect(status).toBe(200);
  expect(body).toEqual(partOf(example));
}

function partOf(value: unknown): unknown {
  if (Array.isArray(value))
    return typeof value[0] === 'object' ? expect.arrayContaining(value.map(partOf)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, partOf(inner)]));
}
