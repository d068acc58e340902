/** The required allocations to waiting parties (D36), computed independently of `core/booking/waitlist.ts`. */
import type { Booking } from '@bord/engine';
import type { DiaryRow, HoldRow, WaitlistRow } from '@bord/engine/storage';
import type { Rows } from './annals.ts';
import { MINUTE_MS } from './instants.ts';
import { FREEZE_MS, OFFER_MS, type Rules, startsOn } from './restaurant.ts';
import { fits, staysOn, type Stay, wishOf } from './reckoning.ts';
import { bookingIdOf, lapsesMsOf } from './row-ids.ts';

/** A waitlist entry has become an offer or a booking. */
export interface Gift {
  /** The row of the entry after the step. */
  readonly entry: WaitlistRow;
  /** The hold or the booking. */
  readonly made: Booking | HoldRow;
}

/** The row is on the waitlist. */
export const isInLine = (row: DiaryRow): row is WaitlistRow =>
  row.kind === 'waiting' && row.status === 'confirmed';

/** An offer, of which entry; null for any other row. */
export function offerFor(row: DiaryRow): string | null {
  return row.kind === 'hold' ? row.waitingId : null;
}

/** The allocations between two states of a location's rows. */
export function giftsBetween(before: Rows, after: Rows): readonly Gift[] {
  const gifts: Gift[] = [];
  for (const made of after.values()) {
    if (before.has(made.id) || (made.kind !== 'hold' && made.kind !== 'booking')) continue;
    const entryId = offerFor(made) ?? (made.kind === 'booking' ? made.id.replace(/^bk/, 'wt') : '');
    const entry = after.get(entryId);
    if (entry?.kind === 'waiting') gifts.push({ entry, made });
  }
  return gifts;
}

/** The text of an allocation for comparisons. */
export const nameOf = ({ entry, made }: Gift): string =>
  `${entry.id} ${new Date(made.startMs).toISOString()}`;

/** Live holds and offers of a key at a location (D47). */
export const HOLDS_MAX = 10;

/** The holds among rows of a location that count for a key, and expire after an instant. */
export function keyHolds(keyId: string, rows: Iterable<DiaryRow>, afterMs: number): readonly DiaryRow[] {
  return [...rows].filter(
    (row) =>
      row.kind === 'hold' &&
      row.status === 'confirmed' &&
      row.tables.length > 0 &&
      row.keyId === keyId &&
      lapsesMsOf(row.id) > afterMs,
  );
}

/** Where it is looked, and when it is decided. */
export interface Looked {
  readonly rules: Rules;
  readonly date: string;
  /** Of the location, before anything is given. */
  readonly rows: readonly DiaryRow[];
  /** The line of the date, in order of arrival. */
  readonly line: readonly WaitlistRow[];
  readonly nowMs: number;
  /** At which tables what is given really sits: who starts soon stays there. */
  readonly tablesOf: ReadonlyMap<string, readonly string[]>;
}

/** The required allocations in order: each party in its turn, at the earliest possible time; named as {@link nameOf} does. */
export function giftsDue({ rules, date, rows, line, nowMs, tablesOf }: Looked): readonly string[] {
  const due: string[] = [];
  if (line.length === 0) return due;
  const stays: Stay[] = [...staysOn(date, rows, nowMs)];
  const booked = rows.filter(
    ({ kind, status, serviceDate }) => kind === 'booking' && status === 'confirmed' && serviceDate === date,
  );
  const guests = new Set(booked.map(({ guest }) => guest.email?.toLowerCase()));
  guests.delete(undefined);
  const offered: string[] = [];
  for (const entry of line) {
    const email = entry.guest.email?.toLowerCase();
    if (email !== undefined && guests.has(email)) continue;
    const startMs = startFor(entry, { rules, date, nowMs }, stays);
    if (startMs === undefined) continue;
    const { mode, keyId } = entry;
    if (mode === 'offer' && keyId !== null) {
      const others = offered.filter((one) => one === keyId).length;
      if (keyHolds(keyId, rows, nowMs).length + others >= HOLDS_MAX) continue;
      offered.push(keyId);
    }
    due.push(`${entry.id} ${new Date(startMs).toISOString()}`);
    const isFixed = startMs - FREEZE_MS <= nowMs;
    stays.push({
      ...wishOf(rules, startMs, entry.partySize),
      id: entry.id,
      tables: tablesOf.get(entry.id) ?? [],
      isFixed,
    });
    if (mode === 'book' && email !== undefined) guests.add(email);
  }
  return due;
}

function startFor(
  entry: WaitlistRow,
  { rules, date, nowMs }: Pick<Looked, 'rules' | 'date' | 'nowMs'>,
  stays: readonly Stay[],
): number | undefined {
  const { toMs, mode } = entry;
  const soonestMs = mode === 'offer' ? nowMs + MINUTE_MS : nowMs;
  return startsOn(rules, date, entry.partySize).find(
    (startMs) =>
      startMs >= soonestMs &&
      entry.startMs <= startMs &&
      startMs <= toMs &&
      fits(rules, stays, wishOf(rules, startMs, entry.partySize)),
  );
}

/** The violation of an allocation; null for none. */
export function faultOf({ entry, made }: Gift, nowMs: number): string | null {
  const { partySize, channel, serviceDate, id, startMs: fromMs } = entry;
  const { mode, toMs, holdId } = entry;
  const isSame = made.partySize === partySize && made.channel === channel && made.serviceDate === serviceDate;
  if (!isSame || made.startMs < fromMs || made.startMs > toMs) return 'differs from the request';
  if (made.tables.length === 0) return 'is taken back by the same step';
  if (mode === 'book') return made.id === bookingIdOf(id) ? null : 'is an offer instead of a booking';
  if (made.kind !== 'hold' || holdId !== made.id) return 'is a booking instead of an offer';
  const endsMs = Math.min(nowMs + OFFER_MS, made.startMs);
  return lapsesMsOf(made.id) === endsMs ? null : `expires at ${lapsesMsOf(made.id)}, not at ${endsMs}`;
}
