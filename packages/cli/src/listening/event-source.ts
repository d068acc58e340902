/** The way to a server from which events of a sandbox key are fetched. All that it says is somebody else's text. */
import { formatFault } from './forward.ts';

export interface Wish {
  readonly session?: string;
  readonly events?: readonly string[];
  readonly taken?: readonly string[];
  readonly end?: boolean;
}

export interface FetchedEvent {
  readonly receipt: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SourceAnswer =
  | {
      readonly kind: 'begun';
      readonly session: string;
      readonly secret: string;
      readonly events: readonly string[];
    }
  | { readonly kind: 'events'; readonly events: readonly FetchedEvent[] }
  | { readonly kind: 'over'; readonly isTakenOver: boolean }
  | { readonly kind: 'away'; readonly why: string; readonly retryMs: number | null }
  | { readonly kind: 'refused'; readonly why: string };

/** Asks once; rejects only when the signal ends it. */
export type EventSource = (wish: Wish, signal: AbortSignal) => Promise<SourceAnswer>;

/** Longer than a server lets wait for an event. */
const TIMEOUT_MS = 45_000;

export function eventSource(baseUrl: string, key: string): EventSource {
  const url = `${baseUrl}/sandbox/listen`;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'user-agent': 'bord',
  };
  return async (wish, signal) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(wish),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return answerOf(response, parsed(await response.text()), baseUrl);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'away', why: formatFault(error), retryMs: null };
    }
  };
}

function answerOf({ status, headers }: Response, json: Json, baseUrl: string): SourceAnswer {
  if (status === 200 || status === 201) return readAnswer(json) ?? { kind: 'refused', why: unlike(baseUrl) };
  const message = typeof json['message'] === 'string' ? json['message'] : '';
  const why = message === '' ? `it answers ${status}` : message;
  if (status === 429 || status >= 500) return { kind: 'away', why, retryMs: retryMsOf(headers) };
  if (status === 404) return { kind: 'refused', why: `${unlike(baseUrl)} (404)` };
  return { kind: 'refused', why: message === '' ? `${unlike(baseUrl)} (${status})` : message };
}

const unlike = (baseUrl: string): string =>
  `there is no sandbox at ${baseUrl}: is that the base URL, and has its operator a demo restaurant?`;

function retryMsOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 && seconds <= 120 ? seconds * 1000 : null;
}

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string): Json {
  try {
    const json = JSON.parse(text) as unknown;
    return typeof json === 'object' && json !== null ? (json as Json) : {};
  } catch {
    return {};
  }
}

function readAnswer(json: Json): SourceAnswer | null {
  const { session, secret, events, over } = json;
  if (!Array.isArray(events)) return null;
  if (typeof session === 'string' && typeof secret === 'string')
    return { kind: 'begun', session, secret, events: events.map(String) };
  if (over !== undefined) return { kind: 'over', isTakenOver: over === 'taken over' };
  const read = events.map(eventOf);
  return read.includes(null) ? null : { kind: 'events', events: read as FetchedEvent[] };
}

/** The only headers that are forwarded to the developer's machine. */
const HEADERS = ['content-type', 'x-partner-event-id', 'x-partner-signature'] as const;

function eventOf(json: unknown): FetchedEvent | null {
  const { receipt, headers, body } = (json ?? {}) as Json;
  if (typeof receipt !== 'string' || typeof body !== 'string') return null;
  const given = (typeof headers === 'object' && headers !== null ? headers : {}) as Json;
  const known = HEADERS.map((name) => [name, given[name]]).filter(([, value]) => typeof value === 'string');
  return { receipt, body, headers: Object.fromEntries(known) as Record<string, string> };
}
