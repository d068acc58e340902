import type { KeyName } from './settings.ts';

/** The key of a call: one of the run's, an unknown one, or none. */
export type Caller = KeyName | 'stranger' | 'nobody';

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Defaults to `key`. */
  readonly as?: Caller;
  readonly header?: 'authorization' | 'x-partner-key';
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: object | string;
}

export interface Exchange {
  readonly call: Call;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  readonly ms: number;
}

export const STRANGER = 'bord-conformance-no-such-key';

export function field(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : undefined;
}

export function isDone({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** The id of the booking that an answer has; null for none. Whether it is a text is for a rule to judge. */
export function bookingIdOf(exchange: Pick<Exchange, 'status' | 'json'>): string | null {
  const id = field(exchange.json, 'id');
  return isDone(exchange) && id != null && id !== '' ? shown(id) : null;
}

/** A value for people: a string unchanged, other values as JSON. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

export function bodyText({ body }: Call): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

const GOT_LENGTH_MAX = 200;

/** `409 {"statusCode":409,…}` */
export function gotOf({ status, text }: Pick<Exchange, 'status' | 'text'>): string {
  return `${status} ${shortened(text)}`.trimEnd();
}

export function shortened(text: string): string {
  return text.length <= GOT_LENGTH_MAX ? text : `${text.slice(0, GOT_LENGTH_MAX)}…`;
}

/** The call as somebody may repeat it in a shell, with `$KEY` for the key. */
export function curlOf(baseUrl: string, call: Call): string {
  const { method, path, as = 'key', header = 'authorization', headers = {} } = call;
  const body = bodyText(call);
  const parts = ['curl', '-i'];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) parts.push('-X', method);
  if (as !== 'nobody') {
    const key = as === 'stranger' ? STRANGER : `$${as.replaceAll('-', '_').toUpperCase()}`;
    parts.push(
      '-H',
      header === 'authorization' ? `"Authorization: Bearer ${key}"` : `"x-partner-key: ${key}"`,
    );
  }
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push('-H', `'content-type: application/json'`, '-d', quoted(body));
  return [...parts, quoted(baseUrl + path)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
