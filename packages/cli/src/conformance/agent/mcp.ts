/** The Model Context Protocol over HTTP: version 2026-07-28, and the older ones that begin with `initialize`. */
import { type Caller, type Exchange, field } from '../exchange.ts';
import { parsed } from '../client.ts';
import { listOf } from '../days.ts';
import type { Run } from '../run.ts';

const VERSION = '2026-07-28';
const OLDER_VERSION = '2025-11-25';
const CLIENT = { name: 'bord-conformance', version: '1' };
const META = 'io.modelcontextprotocol';

/** The answer of a server to one call. */
export interface Reply {
  readonly exchange: Exchange;
  /** The result; undefined for an error of the protocol. */
  readonly result: unknown;
  /** The structured result. If there is none, the text is read as JSON. */
  readonly content: unknown;
  readonly texts: readonly string[];
  /** By a tool or by the protocol. */
  readonly isRejected: boolean;
}

export interface McpRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly as: Caller;
  /** The capabilities of the client. Defaults to none. */
  readonly capabilities?: object;
  /** Also when the run is to stop. */
  readonly isLast?: boolean;
}

/** The headers and `_meta` of each request of one caller. */
interface Session {
  readonly headers: Readonly<Record<string, string>>;
  readonly isOlder: boolean;
}

/** The way to the server; a request throws `NoAnswer`. */
export function openMcp({ ask, askLast }: Run): (request: McpRequest) => Promise<Reply> {
  const sessions = new Map<Caller, Promise<Session>>();
  let requests = 0;

  async function send(
    session: Session,
    { method, params = {}, as, capabilities = {}, isLast = false }: McpRequest,
  ): Promise<Reply> {
    const meta = {
      [`${META}/protocolVersion`]: VERSION,
      [`${META}/clientInfo`]: CLIENT,
      [`${META}/clientCapabilities`]: capabilities,
    };
    const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
    const headers = {
      accept: 'application/json, text/event-stream',
      ...session.headers,
      ...(!session.isOlder && { 'mcp-protocol-version': VERSION, 'mcp-method': method, ...named }),
    };
    const id = method.startsWith('notifications/') ? {} : { id: (requests += 1) };
    const withMeta = session.isOlder ? params : { ...params, _meta: meta };
    const body = { jsonrpc: '2.0', ...id, method, params: withMeta };
    return replyOf(await (isLast ? askLast : ask)({ method: 'POST', path: '', as, headers, body }));
  }

  async function begin(as: Caller): Promise<Session> {
    const current = { headers: {}, isOlder: false };
    const { result } = await send(current, { method: 'server/discover', as });
    if (listOf(field(result, 'supportedVersions')).includes(VERSION)) return current;
    const older = { headers: {}, isOlder: true };
    const params = { protocolVersion: OLDER_VERSION, capabilities: {}, clientInfo: CLIENT };
    const opened = await send(older, { method: 'initialize', params, as });
    const version = field(opened.result, 'protocolVersion');
    const id = opened.exchange.headers.get('mcp-session-id');
    const headers = {
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
      ...(id !== null && { 'mcp-session-id': id }),
    };
    await send({ headers, isOlder: true }, { method: 'notifications/initialized', as });
    return { headers, isOlder: true };
  }

  return async (request) => {
    let session = sessions.get(request.as);
    if (!session) sessions.set(request.as, (session = begin(request.as)));
    return send(await session, request);
  };
}

export function replyOf(exchange: Exchange): Reply {
  const result = field(exchange.json ?? lastEvent(exchange.text), 'result');
  const texts = listOf(field(result, 'content')).flatMap((part) => {
    const text = field(part, 'text');
    return typeof text === 'string' ? [text] : [];
  });
  const content = field(result, 'structuredContent') ?? texts.map(parsed).find((json) => json !== undefined);
  const isRejected = result === undefined || field(result, 'isError') === true;
  return { exchange, result, content, texts, isRejected };
}

/** The answer at the end of an event stream. */
function lastEvent(text: string): unknown {
  const rows = text.split(/\r?\n/).filter((row) => row.startsWith('data:'));
  return rows.map((row) => parsed(row.slice(5))).findLast((event) => field(event, 'id') !== undefined);
}
