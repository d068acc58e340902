/** Reads request bodies and limits the number that arrive concurrently. A slow body does not occupy a place of other requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BookingError } from '@bord/engine';
import type { HttpRequest } from './http-request.ts';
import { type Admission, forEachLoad, type Load, type LoadLimits, ShedError } from './load.ts';

/** The largest body (D18). */
export const BODY_BYTES_MAX = 64 * 1024;

/** Deeper nesting than valid requests have is rejected before a recursive function sees it. */
const NESTING_MAX = 32;

/** A body that cannot be read; the code is `invalid_request`. */
class BadBody extends BookingError {
  readonly fault: string;

  constructor(fault: string, message: string) {
    super('invalid_request', message);
    this.fault = fault;
  }
}

const tooLarge = (max: number): BookingError =>
  new BadBody('too_large', `the body has more than ${max} bytes`);
const cutShort = (): BookingError => new BadBody('cut_short', 'the body ended early');

/** Throws `invalid_request` unless the body is declared as JSON, at most 64 KiB, UTF-8, and nested at most 32 levels. */
export async function readJson(request: BodySource, signal?: AbortSignal): Promise<unknown> {
  assertJsonType(request.headers.get('content-type'));
  const text = await readText(request, signal);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BadBody('not_json', 'the body is not JSON');
  }
  assertNesting(body, NESTING_MAX);
  return body;
}

/** Throws `invalid_request` for more than 64 KiB, invalid UTF-8, or a broken body, and the signal's reason when it is aborted first. */
export async function readText(request: BodySource, signal?: AbortSignal): Promise<string> {
  const bytes = await readBytes(request, signal);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BadBody('not_utf8', 'the body is not UTF-8');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes of a request body, at most `max`; throws as {@link readText}. */
export async function readBytes(
  request: BodySource,
  signal?: AbortSignal,
  max = BODY_BYTES_MAX,
): Promise<Uint8Array> {
  assertDeclaredSize(request.headers, max);
  const { body, response } = request;
  return body && 'on' in body ? readIncoming(body, { response, signal, max }) : readStream(body, signal, max);
}

/** Throws `invalid_request` when the declared size is over the limit. */
export function assertDeclaredSize(headers: BodySource['headers'], max = BODY_BYTES_MAX): void {
  if (Number(headers.get('content-length') ?? 0) > max) throw tooLarge(max);
}

export type BodySource = Pick<HttpRequest, 'headers' | 'body' | 'response'>;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const UTF_8 = /^charset="?utf-?8"?$/;

function assertJsonType(header: string | null): void {
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_TYPE.test(type)) throw new BadBody('content_type', 'the content type must be application/json');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !UTF_8.test(charset))
    throw new BadBody('content_type', 'the body must be UTF-8');
}

/**
 * Reads Node's stream directly, which is several times faster than through a web stream. Bytes over the limit are discarded.
 *
 * A message whose response has ended is detached from its connection and does not report its own end. So the response is observed too: it ends with
 * its connection, or when other code has answered (timeout, invalid HTTP).
 */
function readIncoming(
  incoming: IncomingMessage,
  { response, signal, max }: IncomingOptions,
): Promise<Uint8Array> {
  if (incoming.readableEnded) throw new BodyTaken();
  if (incoming.destroyed || response?.writableEnded || response?.closed) throw cutShort();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > max) return settle(() => reject(tooLarge(max)));
      chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const onClose = (): void => settle(() => reject(cutShort()));
    const onAbort = (): void => settle(() => reject(signal?.reason as Error));
    const settle = (done: () => void): void => {
      // The error listener stays: a late error would end the process otherwise.
      incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      response?.off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      done();
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    response?.on('close', onClose);
    signal?.addEventListener('abort', onAbort);
  });
}

interface IncomingOptions {
  readonly response: ServerResponse | undefined;
  readonly signal: AbortSignal | undefined;
  readonly max: number;
}

/** The host has mounted a body parser before the API. */
class BodyTaken extends Error {
  readonly code = 'BORD_BODY_TAKEN';
  constructor() {
    super('the body has been read already: mount the API before any body parser');
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  signal: AbortSignal | undefined,
  max: number,
): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  const letGo = (): void => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', letGo);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > max) break;
      chunks.push(value);
    }
  } catch {
    throw signal?.aborted ? (signal.reason as Error) : cutShort();
  } finally {
    signal?.removeEventListener('abort', letGo);
  }
  letGo();
  throw tooLarge(max);
}

function assertNesting(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new BadBody('too_deep', `the body is nested deeper than ${NESTING_MAX} levels`);
  for (const inner of Object.values(value)) assertNesting(inner, levels - 1);
}

/** Too many bodies of one key, token or IP address arrive concurrently; a newer one has replaced this one. */
export class TooManyArriving extends Error {}

/** A body took too long. The server cannot know whether the client was slow or this process stalled, so the client can retry. */
export class ArrivedLate extends Error {}

export interface BodyIntake {
  /**
   * Reads a body. The number of arriving bodies is limited per owner, such as a key or an IP address, and per class. At the limit, the oldest one
   * is rejected, so slow bodies cannot block a fast one.
   *
   * Throws {@link TooManyArriving} or {@link ShedError} if it was rejected for the limit of its owner or class, and {@link ArrivedLate} if it did
   * not arrive in time.
   */
  receive<T>(arrival: Arrival, request: HttpRequest, read: BodyReading<T>): Promise<T>;
  arriving(load: Load): number;
}

/**
 * Waits for the body of a request outside of the limits on concurrent work, so a slow client does not block other requests.
 * @param owners the senders of the body, such as an API key or an IP address; the number of arriving bodies is limited for each
 */
export type Receive = <T>(read: BodyReading<T>, owners: readonly string[]) => Promise<T>;

type BodyReading<T> = (request: HttpRequest, signal?: AbortSignal) => Promise<T>;

/** An arriving body: its class and owners. */
interface Arrival extends Pick<Admission, 'outside'> {
  readonly load: Load;
  readonly owners: readonly string[];
}

interface Arriving {
  readonly sets: readonly Set<Arriving>[];
  readonly stopping: AbortController;
}

/** The limits if overload protection is off: any number, 10 s each. */
const UNLIMITED = { arriving: Infinity, arrivingEach: Infinity, arriveMs: 10_000 };

/** @param limits `false`: no limit */
export function createBodyIntake(limits: LoadLimits | false): BodyIntake {
  const all = forEachLoad(() => new Set<Arriving>());
  const owned = new Map<string, Set<Arriving>>();

  function ownedBy(name: string): Set<Arriving> {
    const known = owned.get(name);
    if (known) return known;
    const fresh = new Set<Arriving>();
    owned.set(name, fresh);
    return fresh;
  }

  function makeRoom(set: Set<Arriving>, atMost: number, reason: () => Error): void {
    const [oldest] = set;
    if (set.size < atMost || !oldest) return;
    forget(oldest);
    oldest.stopping.abort(reason());
  }

  function forget(one: Arriving): void {
    for (const set of one.sets) set.delete(one);
  }

  async function arrive<T>(
    { load, owners }: Arrival,
    request: HttpRequest,
    read: BodyReading<T>,
  ): Promise<T> {
    const { arriving, arrivingEach, arriveMs } = limits === false ? UNLIMITED : limits[load];
    const names = owners.map((owner) => `${load} ${owner}`);
    for (const name of names) makeRoom(ownedBy(name), arrivingEach, () => new TooManyArriving());
    makeRoom(all[load], arriving, () => new ShedError(load));
    const one = { sets: [all[load], ...names.map(ownedBy)], stopping: new AbortController() };
    for (const set of one.sets) set.add(one);
    const timer = setTimeout(() => one.stopping.abort(new ArrivedLate()), arriveMs);
    try {
      return await read(request, one.stopping.signal);
    } finally {
      clearTimeout(timer);
      forget(one);
      for (const name of names) if (owned.get(name)?.size === 0) owned.delete(name);
    }
  }

  return {
    receive(arrival, request, read) {
      const { body } = request;
      const hasArrived = body === null || ('complete' in body && body.complete);
      if (hasArrived) return read(request);
      return arrival.outside(() => arrive(arrival, request, read));
    },
    arriving: (load) => all[load].size,
  };
}
