import { bodyText, type Call, type Exchange, STRANGER } from './exchange.ts';
import type { Settings, Surroundings } from './settings.ts';
import { CannotTell, NoAnswer } from './errors.ts';

export interface Client {
  /** Throws `NoAnswer` when none comes, and `CannotTell` once too many in a row did not. */
  send(call: Call): Promise<Exchange>;
  readonly exchanges: readonly Exchange[];
}

/** So many requests in a row without an answer, and the target is given up. */
const UNANSWERED_MAX = 3;

/** @param onEnd called for each exchange, and for each call without an answer */
export function openClient(
  settings: Settings,
  { fetch, clock }: Pick<Surroundings, 'fetch' | 'clock'>,
  onEnd: (exchange: Exchange | Call) => void,
): Client {
  const exchanges: Exchange[] = [];
  let unanswered = 0;

  async function send(call: Call): Promise<Exchange> {
    if (unanswered >= UNANSWERED_MAX) throw new CannotTell('the target no longer answers');
    const startedMs = clock.nowMs();
    let exchange: Exchange;
    try {
      const response = await fetch(requestOf(settings, call));
      const text = await response.text();
      const { status, headers } = response;
      exchange = { call, status, headers, text, json: parsed(text), ms: clock.nowMs() - startedMs };
    } catch (error) {
      unanswered += 1;
      onEnd(call);
      throw new NoAnswer(call, faultOf(error, settings.timeoutMs));
    }
    unanswered = 0;
    exchanges.push(exchange);
    onEnd(exchange);
    return exchange;
  }

  return { send, exchanges };
}

function requestOf({ baseUrl, keys, timeoutMs }: Settings, call: Call): Request {
  const { method, path, as = 'key', header = 'authorization' } = call;
  const general = { accept: 'application/json', 'user-agent': 'bord-conformance' };
  const headers = new Headers({ ...general, ...call.headers });
  const key = as === 'nobody' ? undefined : as === 'stranger' ? STRANGER : keys[as];
  if (key !== undefined) headers.set(header, header === 'authorization' ? `Bearer ${key}` : key);
  const body = bodyText(call);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(baseUrl + path, {
    method,
    headers,
    body: body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The cause of a missing answer in a few words, because `fetch failed` has no information. */
function faultOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `none within ${timeoutMs / 1000} s`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  return code ?? message ?? 'the connection failed';
}
