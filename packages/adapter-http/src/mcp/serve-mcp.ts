/** Answers a request to the MCP server: origin, key and body are checked before the protocol's library sees it. Loaded with the first request. */
import { Buffer } from 'node:buffer';
import { BookingError, type Engine, type PartnerCaller } from '@bord/engine';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { assertEnabled, presentedKey } from '../api/guard.ts';
import { type Answer, wholeSeconds } from '../http/answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { readJson, type Receive } from '../http/read-body.ts';
import { nullFor } from '../http/wire-error.ts';
import { preferredLanguage } from '../i18n/languages.ts';
import { guestCaller, pagedAt } from './guest-caller.ts';
import { mcpServer, type McpSession } from './mcp-server.ts';
import { partnerCaller } from './partner-caller.ts';
import type { Seals } from './seals.ts';

/** The parts that the server is made with. */
export interface McpContext {
  readonly engine: Engine;
  readonly seals: Seals;
  readonly publicUrl: () => string;
  readonly nowMs: () => number;
}

export type ServeMcp = (request: HttpRequest, alias: string | null, receive: Receive) => Promise<Answer>;

/** @param server the tools */
export function createServeMcp(context: McpContext, server: McpServerFactory = mcpServer): ServeMcp {
  const { engine, seals, publicUrl, nowMs } = context;
  const handler = createMcpHandler(server, { maxSubscriptions: 0, keepAliveMs: 0 });
  return async (request, alias, receive) => {
    const { headers } = request;
    const origin = headers.get('origin');
    if (origin !== null && origin !== new URL(publicUrl()).origin) return FOREIGN;
    await assertEnabled(engine);
    const key = presentedKey(headers.get('authorization'), headers.get('x-partner-key'));
    const partner = key === null ? null : await engine.authenticate(key).catch(nullFor('key_invalid'));
    if (key !== null && partner === null) return UNKNOWN_KEY;
    const answer = await answerTo(request, { alias, partner, receive });
    return partner ? { ...answer, about: { caller: partner } } : answer;
  };

  async function answerTo(request: HttpRequest, { alias, partner, receive }: McpInput): Promise<Answer> {
    if (partner) {
      const { allowed, resetMs } = await engine.partner(partner).countRequest();
      if (!allowed) return { ...TOO_MANY, headers: ['retry-after', `${wholeSeconds(resetMs)}`] };
    }
    const page = alias === null ? null : await pagedAt(engine, alias);
    if (alias !== null && page === null) return NO_RESTAURANT;
    let body: { readonly json: unknown } | null = null;
    if (request.method === 'POST') {
      const read = await receive(bodyIn, [partner?.keyId ?? request.ip ?? '']);
      if ('status' in read) return read;
      const { method, id } = (read.json ?? {}) as { readonly method?: unknown; readonly id?: unknown };
      if (method === 'subscriptions/listen') return protocolError(404, -32_601, 'Method not found', [], id);
      body = read;
    }
    let failure: { readonly error: unknown } | null = null;
    const callerOf: McpSession['callerOf'] = (client) =>
      partner ? partnerCaller(engine, partner, page, seals) : guestCaller(engine, alias, client);
    const accepted = request.headers.get('accept-language');
    const session: McpSession = {
      callerOf,
      seals,
      alias,
      language: accepted === null ? null : preferredLanguage(accepted),
      nowMs,
      failed: (error) => (failure = { error }),
    };
    const response = await handler.fetch(webRequest(request), {
      authInfo: { token: '', clientId: '', scopes: [], extra: { session } },
      ...(body && { parsedBody: body.json }),
    });
    const failed = failure as { readonly error: unknown } | null;
    if (failed) throw failed.error;
    return answerOf(response);
  }
}

/** How a request is answered. */
interface McpInput {
  readonly alias: string | null;
  readonly partner: PartnerCaller | null;
  readonly receive: Receive;
}

/** Statuses and codes of the protocol for bodies that cannot be read. */
const FAULTS: Readonly<Record<string, readonly [number, number]>> = {
  too_large: [413, -32_000],
  content_type: [415, -32_000],
};

async function bodyIn(
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<{ readonly json: unknown } | Answer> {
  try {
    return { json: await readJson(request, signal) };
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'invalid_request') throw error;
    const [status, code] = FAULTS['fault' in error ? String(error.fault) : ''] ?? [400, -32_700];
    return protocolError(status, code, error.message);
  }
}

function protocolError(
  status: number,
  code: number,
  message: string,
  headers: readonly string[] = [],
  id: unknown = null,
): Answer {
  const body = { jsonrpc: '2.0', error: { code, message }, id };
  return { status, body, type: 'application/json', headers };
}

const FOREIGN = protocolError(403, -32_000, 'Requests of other origins are rejected');
const UNKNOWN_KEY = protocolError(401, -32_000, 'The API key is not valid', ['www-authenticate', 'Bearer']);
const TOO_MANY = protocolError(429, -32_000, 'Too many requests within the minute');
const NO_RESTAURANT = protocolError(404, -32_000, 'There is no such restaurant');

/** Only its headers are read: the body is passed parsed. */
function webRequest({ method, headers, origin, path }: HttpRequest): Request {
  const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'user-agent'];
  const sent = names.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Request(new URL(path, origin), { method, headers: sent });
}

/** Of whatever class `Response` is in this process: its standard members are read. */
async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer());
  const allow = response.headers.get('allow');
  return {
    status: response.status,
    body: new Uint8Array(body),
    type: response.headers.get('content-type') ?? 'application/json',
    headers: allow === null ? [] : ['allow', allow],
  };
}
