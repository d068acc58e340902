import type { Call, Exchange } from './exchange.ts';
import { type Client, openClient } from './client.ts';
import { type RateStats, rateStats, retryAfterMs } from './rate-stats.ts';
import type { Settings, Surroundings } from './settings.ts';
import { Interrupted } from './errors.ts';

/** The way to the target, which goes easy on it. */
export interface Wire extends Pick<Client, 'exchanges'> {
  /** Asks, and waits where the key's minute is used up. Throws `NoAnswer`, and `Interrupted` once the run is to stop. */
  ask(call: Call): Promise<Exchange>;
  /** Sends the requests concurrently, on connections that are open already. */
  together(...calls: readonly Call[]): Promise<readonly Exchange[]>;
  /** Asks once the key has room, and takes a 429 for an answer. */
  askOnce(call: Call): Promise<Exchange>;
  /** Asks without waiting, and takes a 429 for an answer. */
  askNow(call: Call): Promise<Exchange>;
  /** Asks though the run is to stop. */
  askLast(call: Call): Promise<Exchange>;
}

const REFUSALS_MAX = 5;
const WAIT_MAX_MS = 120_000;
/** The pause after a 429 without `Retry-After`, for each earlier one. */
const WAIT_BLIND_MS = 20_000;
/** Clocks differ. */
const WAIT_MORE_MS = 250;

/** @param onEnd called for each exchange, and for each call without an answer */
export function openWire(
  settings: Settings,
  surroundings: Surroundings,
  onEnd: (exchange: Exchange | Call) => void,
): Wire {
  const { clock, signal, onWait } = surroundings;
  const client = openClient(settings, surroundings, onEnd);
  const ratesByKey = new Map<Call['as'], RateStats>();

  async function send(call: Call): Promise<Exchange> {
    const exchange = await client.send(call);
    const stats = rateStats(exchange.headers, clock.nowMs());
    if (stats) ratesByKey.set(call.as ?? 'key', stats);
    return exchange;
  }

  async function wait(ms: number, why: string): Promise<void> {
    const waitMs = Math.min(WAIT_MAX_MS, ms + WAIT_MORE_MS);
    onWait(Math.ceil(waitMs / 1000), why);
    await clock.sleep(waitMs, signal);
  }

  /** Waits until a key has room for so many requests, where the target tells how much it has. */
  async function room(as: Call['as'] = 'key', wanted = 1): Promise<void> {
    const stats = ratesByKey.get(as);
    if (!stats || stats.remaining >= wanted || (stats.limit ?? wanted) < wanted) return;
    const leftMs = stats.resetMs - clock.nowMs();
    if (leftMs > 0) await wait(leftMs, 'the requests that the key has a minute are used up');
    ratesByKey.delete(as);
  }

  async function askLast(call: Call): Promise<Exchange> {
    for (let refusals = 1; ; refusals++) {
      await room(call.as);
      const exchange = await send(call);
      if (exchange.status !== 429 || refusals > REFUSALS_MAX) return exchange;
      await wait(retryAfterMs(exchange.headers) ?? WAIT_BLIND_MS * refusals, 'the target answered 429');
    }
  }

  function mustGoOn(): void {
    if (signal.aborted) throw new Interrupted();
  }

  async function ask(call: Call): Promise<Exchange> {
    mustGoOn();
    const exchange = await askLast(call);
    mustGoOn();
    return exchange;
  }

  async function askOnce(call: Call): Promise<Exchange> {
    mustGoOn();
    await room(call.as);
    const exchange = await send(call);
    mustGoOn();
    return exchange;
  }

  async function together(...calls: readonly Call[]): Promise<readonly Exchange[]> {
    mustGoOn();
    await room(calls[0]?.as, calls.length);
    // Requests without a key do not count against its limit (§5.2), and leave open connections.
    const warm = { method: 'GET', path: '/bookings/none', as: 'nobody' } as const;
    await Promise.allSettled(calls.map(() => send(warm)));
    mustGoOn();
    // All are waited for, whatever becomes of one: each may have made a booking.
    const answers = calls.map((call) => askLast(call));
    await Promise.allSettled(answers);
    return Promise.all(answers);
  }

  const { exchanges } = client;
  return { ask, askOnce, askLast, together, askNow: (call) => (mustGoOn(), send(call)), exchanges };
}
