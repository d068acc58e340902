import type { IncomingMessage, ServerResponse } from 'node:http';
import { BookingError } from '@bord/engine';

/**
 * A request as routes see it, whichever server it came through. Made of plain values: other code of the process may have replaced
 * `Request`, `Response` and `Headers` by its own.
 */
export interface HttpRequest {
  /** In capitals: `GET`. */
  readonly method: string;
  /** As it was sent, escapes and all: `/v1/partner-api/bookings/bk_1`. */
  readonly path: string;
  /** The query with its question mark; or empty. */
  readonly search: string;
  /** Where it was asked for, by the caller's words: `https://book.example.com`. */
  readonly origin: string;
  /** By name, in any case; null if absent. Repeated headers are joined with `, `. */
  readonly headers: {
    /** The value of a header; null when it was not sent. */
    get(name: string): string | null;
  };
  /** The address of the connection; undefined where it is not known. */
  readonly ip: string | undefined;
  /** The body, unread. */
  readonly body: IncomingMessage | ReadableStream<Uint8Array> | null;
  /** The request as its server knows it. */
  readonly source: WebRequest | NodeExchange;
  /** Of a request of `node:http`: it ends with its connection, or when somebody else has answered, and with it ends the body. */
  readonly response?: ServerResponse | undefined;
}

/** A web request. Servers add what they know of its connection. */
interface WebRequest extends Request {
  /** The address of the connection. */
  readonly ip?: string | undefined;
  /** What the server around it has noted of the request. */
  context?: Record<string, unknown>;
}

/** A request of `node:http` with its response. */
interface NodeExchange {
  /** The request. */
  readonly req: IncomingMessage;
  /** The response. */
  readonly res: ServerResponse;
}

/** A request of `node:http`. A class, since one is made for every request: its methods are made once. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: NodeHeaders;
  readonly ip: string | undefined;
  readonly body: IncomingMessage;
  readonly response: ServerResponse;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url = '/' } = incoming;
    const target = url.startsWith('/') ? url : url.replace(BEFORE_PATH, '');
    const at = target.indexOf('?');
    this.method = method;
    this.path = (at < 0 ? target : target.slice(0, at)) || '/';
    this.search = at < 0 ? '' : target.slice(at);
    this.headers = new NodeHeaders(incoming.headers);
    this.ip = incoming.socket.remoteAddress;
    this.body = incoming;
    this.response = response;
  }

  get source(): NodeExchange {
    return { req: this.body, res: this.response };
  }

  get origin(): string {
    const { headers, socket } = this.body;
    const { host = '' } = headers;
    return `${'encrypted' in socket ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost'}`;
  }
}

class NodeHeaders {
  readonly #sent: IncomingMessage['headers'];

  constructor(sent: IncomingMessage['headers']) {
    this.#sent = sent;
  }

  get(name: string): string | null {
    const value = this.#sent[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }
}

/** A web request, of whatever class. */
export function webRequest(source: WebRequest): HttpRequest {
  const { method, url, headers, body, ip } = source;
  const { origin, pathname: path, search } = new URL(url);
  return { method, path, search, origin, headers, ip, body, source };
}

/** A name or an address, and maybe a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Proxies may send the whole address. */
const BEFORE_PATH = /^https?:\/\/[^/?]*/i;

/**
 * The parameters of a query; throws `invalid_request` when one is given twice, since either could be meant.
 *
 * @param known those that are read; of others the last counts, as nobody reads it (D11). By default all are
 */
export function readQuery(search: string, known?: readonly string[]): Readonly<Record<string, string>> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in query && (known?.includes(name) ?? true))
      throw new BookingError('invalid_request', `${name} must be given only once`, [name]);
    query[name] = value;
  }
  return query;
}
