import type { IncomingMessage, ServerResponse } from 'node:http';
import { BookingError } from '@bord/engine';

/**
 * A request as routes see it, from any server. It has plain values only: other code of the process can replace `Request`, `Response` and `Headers`.
 */
export interface HttpRequest {
  /** In capitals: `GET`. */
  readonly method: string;
  /** As it was sent, with escapes: `/v1/partner-api/bookings/bk_1`. */
  readonly path: string;
  /** The query with its question mark; can be empty. */
  readonly search: string;
  /** The origin that the client used: `https://book.example.com`. */
  readonly origin: string;
  /** By name, in any case; null if absent. Repeated headers are joined with `, `. */
  readonly headers: {
    /** The value of a header; null when it was not sent. */
    get(name: string): string | null;
  };
  /** The IP address of the connection; undefined if unknown. */
  readonly ip: string | undefined;
  /** The body, unread. */
  readonly body: IncomingMessage | ReadableStream<Uint8Array> | null;
  /** The request as its server knows it. */
  readonly source: WebRequest | NodeExchange;
  /** For a request of `node:http`: the body ends when the response closes, because its connection closed or other code has answered. */
  readonly response?: ServerResponse | undefined;
}

/** A web request. Servers add what they know of its connection. */
interface WebRequest extends Request {
  readonly ip?: string | undefined;
  /** Context that the surrounding server attached to the request. */
  context?: Record<string, unknown>;
}

interface NodeExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A request of `node:http`. A class, so that the methods are created once and not for each request. */
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

export function webRequest(source: WebRequest): HttpRequest {
  const { method, url, headers, body, ip } = source;
  const { origin, pathname: path, search } = new URL(url);
  return { method, path, search, origin, headers, ip, body, source };
}

/** A host name or IP address with an optional port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Proxies can send the complete URL. */
const BEFORE_PATH = /^https?:\/\/[^/?]*/i;

/**
 * The parameters of a query; throws `invalid_request` if one is repeated, because it is ambiguous.
 * @param known names that are read; for all others the last value counts (D11). Default: all
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
