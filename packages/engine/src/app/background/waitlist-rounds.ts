/** Allocates tables of expired holds and offers to waiting parties (D36). Every step decides under the lock; one process does it at a time. */
import type { Fact } from '../../ports/observer.ts';
import { isOpen } from '../../core/booking/hold.ts';
import { type HoldRow, isHold, type PendingRow } from '../../core/booking/row.ts';
import { isInLine } from '../../core/booking/waiting.ts';
import { MINUTE_MS, SECOND_MS, HOUR_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';
import { giveOutOn, type WaitedDate } from '../give-out.ts';
import { readTime } from '../trusted-time.ts';
import { giveUp } from '../holds.ts';
import { sweepHold } from '../../core/booking/decide-hold.ts';

export interface WaitlistRounds {
  stop(): Promise<void>;
}

/** The interval at which each date with waiting parties is examined, in addition to expiries. */
const ROUND_MS = MINUTE_MS;
/** Offers that expire in quick succession are handled together. */
const PAUSE_MS = SECOND_MS;
/** The lease of the process that does it, renewed at each look. */
const LEASE_MS = ROUND_MS + 15 * SECOND_MS;
const LOCK = 'waitlist';

interface Waited extends WaitedDate {
  readonly lapsesMs: readonly number[];
}

type PendingFact = Extract<Fact, { kind: 'pending' }>;

/** When each date was last examined, by location and date. */
type Looked = Map<string, number>;

/** Allocates free tables on every date with waiting parties, and returns the number of dates. */
export function giveOutEverywhere(app: App): Promise<number> {
  return giveOutDue(app, new Map()).then(({ dates }) => dates);
}

/** Examines the dates that are due, and returns the time until the next look. */
async function giveOutDue(
  app: App,
  looked: Looked,
): Promise<{ readonly dates: number; readonly againInMs: number }> {
  const pending = await app.storage.bookings.pending(null);
  const waited = waitedDates(pending);
  app.observer({ kind: 'pending', ...countsOf(pending, app.clock.nowMs()) });
  const { nowMs: storageNowMs, isHeld } = await readTime(app);
  const overMs = isHeld ? -Infinity : storageNowMs; // with an untrusted clock, waitlist entries do not end (D45)
  const nowMs = app.clock.nowMs();
  const due = waited.filter((one) => isDue(one, looked.get(keyOf(one)), nowMs));
  for (const one of due) {
    try {
      await giveOutOn(app, one, overMs);
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
  }
  await sweepHolds(app, pending, overMs);
  const times = new Map(due.map((one) => [keyOf(one), nowMs]));
  const known = waited.map((one): [string, number] => [
    keyOf(one),
    times.get(keyOf(one)) ?? looked.get(keyOf(one))!,
  ]);
  looked.clear();
  for (const [key, atMs] of known) looked.set(key, atMs);
  const ahead = waited.flatMap(({ lapsesMs }) => lapsesMs).filter((lapsesMs) => lapsesMs > nowMs);
  return { dates: due.length, againInMs: Math.min(ROUND_MS, ...ahead.map((atMs) => atMs - nowMs)) };
}

function countsOf(pending: readonly PendingRow[], nowMs: number): Omit<PendingFact, 'kind'> {
  const open = openHolds(pending);
  const standing = open.filter(({ expiresMs }) => expiresMs > nowMs);
  const offered = standing.filter(({ waitingId }) => waitingId !== null).length;
  return {
    held: standing.length - offered,
    offered,
    lapsed: open.length - standing.length,
    waiting: pending.filter(isInLine).length,
  };
}

function waitedDates(pending: readonly PendingRow[]): readonly Waited[] {
  const line = Map.groupBy(pending.filter(isInLine), dateKeyOf);
  const holds = Map.groupBy(openHolds(pending), dateKeyOf);
  return Array.from(line, ([key, [first]]) => ({
    locationId: first!.locationId,
    date: first!.serviceDate,
    lapsesMs: (holds.get(key) ?? []).map(({ expiresMs }) => expiresMs),
  }));
}

function openHolds(pending: readonly PendingRow[]): readonly HoldRow[] {
  return pending.filter(isHold).filter(isOpen);
}

/** Whether a hold has expired since the last look, that look was long ago, or the clock was set back. */
function isDue({ lapsesMs }: Waited, lookedMs: number | undefined, nowMs: number): boolean {
  if (lookedMs === undefined || lookedMs > nowMs || nowMs - lookedMs >= ROUND_MS) return true;
  return lapsesMs.some((atMs) => lookedMs < atMs && atMs <= nowMs);
}

function keyOf({ locationId, date }: WaitedDate): string {
  return `${locationId} ${date}`;
}

function dateKeyOf(row: { readonly locationId: string; readonly serviceDate: string }): string {
  return keyOf({ locationId: row.locationId, date: row.serviceDate });
}

/** Allocates tables from now on: when an offer expires, and for each date once a minute. */
export function startWaitlistRounds(app: App): WaitlistRounds {
  const { leaderLocks } = app.storage;
  const holder = Buffer.from(app.random.bytes(8)).toString('hex');
  const looked: Looked = new Map();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<number> {
    if (await leaderLocks.take(LOCK, holder, LEASE_MS)) return (await giveOutDue(app, looked)).againInMs;
    looked.clear();
    return ROUND_MS;
  }

  async function lookAndRest(): Promise<void> {
    let againInMs = ROUND_MS;
    try {
      againInMs = await look();
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
    if (!isStopped) timer = setTimeout(go, Math.max(PAUSE_MS, againInMs)).unref();
  }

  function go(): void {
    round = lookAndRest();
  }

  go();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      await leaderLocks.giveBack(LOCK, holder).catch(() => undefined); // its lease expires
    },
  };
}

/** An expired hold stays in the diary for this time. */
const SHOWN_MS = HOUR_MS;
/** In one round; the rest is left to the next. */
const AT_ONCE = 200;

/**
 * Removes holds from the diary that expired more than an hour ago, also those without tables. Returns their number.
 *
 * @param pending live rows of holds and waiting parties
 * @param overMs the time by a trusted clock; -Infinity without one (D45)
 */
async function sweepHolds(app: App, pending: readonly PendingRow[], overMs: number): Promise<number> {
  const over = pending
    .filter(isHold)
    .filter(({ expiresMs }) => expiresMs + SHOWN_MS <= overMs)
    .slice(0, AT_ONCE);
  let swept = 0;
  for (const row of over) {
    try {
      await giveUp(app, row, 'maintenance', sweepHold);
      swept += 1;
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
  }
  return swept;
}
