import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { openMcp, ORIGIN, TOOLS, useTool } from '../../test/mcp-runtime.ts';

const WISH = { date: '2026-12-04', time: '19:00', party_size: 2 };
/** Posts a message as it is. */
async function post(
  { api }: Pick<Awaited<ReturnType<typeof openMcp>>, 'api'>,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await api.fetch(
    new Request(`${ORIGIN}/mcp`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    }),
  );
  const text = await answer.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: answer.status, answer: data === '' ? null : JSON.parse(data) };
}

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

test('D53 tools are listed in a fixed order within 2,500 tokens', async () => {
  const client = await (await openMcp()).connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2500);
  for (const { outputSchema, annotations, name } of tools) {
    expect(outputSchema, name).toBeDefined();
    expect(annotations, name).toMatchObject({ openWorldHint: false });
  }
});

test('D53 an answer of find_times has at most 700 tokens, as facts and as text', async () => {
  const client = await (await openMcp()).connect();
  const { text, isError: _, ...facts } = await useTool(client, 'find_times', { ...WISH, time: '20:10' });
  expect(facts['times']).toHaveLength(6);
  expect(countTokens(JSON.stringify(facts))).toBeLessThanOrEqual(700);
  expect(countTokens(text)).toBeLessThanOrEqual(700);
  for (const { offer } of facts['times']) expect(text).toContain(offer);
});

test('D53 a client of the first library books by the revisions of 2025', async () => {
  const { api } = await openMcp();
  const client = new Client({ name: 'Old', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
      fetch: (url, init) => api.fetch(new Request(url, init)),
    }),
  );
  onTestFinished(() => client.close());
  await client.listTools();
  const facts = async (name: string, input: object) =>
    (await client.callTool({ name, arguments: { ...input } })).structuredContent as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- facts of many tools
  const { times } = await facts('find_times', WISH);
  const { hold } = await facts('hold_table', { offer: times[0].offer });
  const guest = { name: 'Astrid', email: 'astrid@example.se' };
  const booked = await facts('book_table', { hold, ...guest, expect: { ...WISH, weekday: 'Friday' } });
  expect(booked).toMatchObject({ ...WISH, status: 'confirmed' });
  expect(await facts('book_table', { hold, ...guest, expect: { ...WISH, weekday: 'Monday' } })).toMatchObject(
    {
      reason: 'expect_differs',
    },
  );
});

test('D53 the opening of 2025-03-26 is answered in that revision, without a session', async () => {
  const server = await openMcp();
  const opening = request('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  const { status, answer } = await post(server, opening);
  expect(status).toBe(200);
  expect(answer.result).toMatchObject({ protocolVersion: '2025-03-26', capabilities: { tools: {} } });
  const listed = await post(server, request('tools/list'), { 'mcp-protocol-version': '2025-03-26' });
  expect(listed.answer.result.tools).toHaveLength(TOOLS.length);
  const batch = await post(server, [request('tools/list'), { ...request('ping'), id: 8 }]);
  expect(batch.status).toBe(200);
});

const modern = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

test.each([
  ['a body of 10 MB', 'x'.repeat(10_000_000), {}, 413],
  ['JSON that is 10,000 levels deep', '['.repeat(10_000) + ']'.repeat(10_000), {}, 400],
  ['a body that is not JSON', '{"jsonrpc"', {}, 400],
  ['a body that is not declared as JSON', '{}', { 'content-type': 'text/plain' }, 415],
  [
    'an unknown revision',
    request('tools/list', { _meta: modern('2030-01-01') }),
    { 'mcp-protocol-version': '2030-01-01', 'mcp-method': 'tools/list' },
    400,
  ],
  [
    'a header that names another revision than the body',
    request('tools/list', { _meta: modern('2026-07-28') }),
    { 'mcp-protocol-version': '2025-06-18', 'mcp-method': 'tools/list' },
    400,
  ],
  [
    'a header that names another method than the body',
    request('tools/list', { _meta: modern('2026-07-28') }),
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
    400,
  ],
  [
    'a subscription',
    request('subscriptions/listen', { _meta: modern('2026-07-28') }),
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    404,
  ],
  ['a page of another origin', request('tools/list'), { origin: 'https://evil.example' }, 403],
  ['a page without an origin', request('tools/list'), { origin: 'null' }, 403],
  ['an unknown API key', request('tools/list'), { authorization: 'Bearer bord_x' }, 401],
] as const)('D53 %s is answered with an error of the protocol', async (_, body, headers, status) => {
  const server = await openMcp();
  const { status: answered, answer } = await post(server, body, headers);
  expect(answered).toBe(status);
  expect(answer).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  expect(server.errors).toEqual([]);
});

test('D53 an unknown tool and invalid arguments are rejected without a fault', async () => {
  const server = await openMcp();
  const { answer } = await post(server, request('tools/call', { name: 'book_all', arguments: {} }));
  expect(answer.error).toMatchObject({ code: -32_602 });
  const client = await server.connect();
  for (const [name, input] of [
    ['find_times', { date: '2026-02-30', party_size: 2 }],
    ['find_times', { date: 'Friday', party_size: 2 }],
    ['find_times', { date: '2026-12-04', party_size: 0 }],
    ['find_times', { date: '2026-12-04', party_size: 2, extra: 1 }],
    ['find_times', { date: '2026-12-04', party_size: 2, area: 'moon' }],
    ['hold_table', {}],
    ['book_table', { hold: 'x' }],
  ] as const)
    expect(await useTool(client, name, input), JSON.stringify(input)).toMatchObject({
      isError: true,
      reason: 'invalid',
    });
  expect(server.errors).toEqual([]);
});

test('D53 answers are the same in a process in which Hono has replaced Request and Response', async () => {
  const server = await openMcp();
  const bodies = [request('tools/list'), request('nonsense'), '{"jsonrpc"'];
  const answers = async () => {
    const client = await server.connect();
    const { restaurants } = await useTool(client, 'find_restaurants');
    return [restaurants, ...(await Promise.all(bodies.map((body) => post(server, body))))];
  };
  const alone = await answers();
  const own = Object.getOwnPropertyDescriptors(globalThis);
  onTestFinished(() => {
    for (const name of ['Request', 'Response'] as const) Object.defineProperty(globalThis, name, own[name]);
  });
  getRequestListener(new Hono().fetch);
  expect(globalThis.Response).not.toBe(own.Response.value);
  expect(await answers()).toEqual(alone);
});
