/** Who of those that wait is to be given what (D36), reckoned beside `core/booking/waitlist.ts`. */
import type { Booking } from '@bord/engine';
import type { HoldTerms, WaitingTerms } from '@bord/engine/storage';
import type { Rows } from './annals.ts';
import { MINUTE_MS } from './instants.ts';
import { FREEZE_MS, OFFER_MS, type Rules, startsOn } from './restaurant.ts';
import { fits, staysOn, type Stay, wishOf } from './reckoning.ts';
import { bookingIdOf, lapsesMsOf } from './row-ids.ts';

/** A party has left the line, with an offer or a booking. */
export interface Gift {
  /** The row of who waited, as the step leaves it. */
  readonly entry: Booking;
  /** The hold or the booking. */
  readonly made: Booking;
}

export const termsOf = (row: Booking): WaitingTerms => row.terms as WaitingTerms;

/** The row stands in the line. */
export const isInLine = ({ kind, status }: Booking): boolean => kind === 'waiting' && status === 'confirmed';

/** An offer, of which entry; null for any other row. */
export function offerFor(row: Booking): string | null {
  return row.kind === 'hold' ? (row.terms as HoldTerms).waitingId : null;
}

/** What has been given between two states of a location's rows. */
export function giftsBetween(before: Rows, after: Rows): readonly Gift[] {
  const gifts: Gift[] = [];
  for (const made of after.values()) {
    if (before.has(made.id)) continue;
    const entryId = offerFor(made) ?? (made.kind === 'booking' ? made.id.replace(/^bk/, 'wt') : '');
    const entry = after.get(entryId);
    if (entry) gifts.push({ entry, made });
  }
  return gifts;
}

/** What is said of a gift to compare it. */
export const nameOf = ({ entry, made }: Gift): string =>
  `${entry.id} ${new Date(made.startMs).toISOString()}`;

/** Where it is looked, and when it is decided. */
export interface Looked {
  readonly rules: Rules;
  readonly date: string;
  /** Of the location, before anything is given. */
  readonly rows: readonly Booking[];
  /** The line of the date, in order of arrival. */
  readonly line: readonly Booking[];
  readonly nowMs: number;
  /** At which tables what is given really sits: who starts soon stays there. */
  readonly tablesOf: ReadonlyMap<string, readonly string[]>;
}

/** What has to be given, in order: each party in its turn, at the earliest time that would do; named as {@link nameOf} does. */
export function giftsDue({ rules, date, rows, line, nowMs, tablesOf }: Looked): readonly string[] {
  const due: string[] = [];
  if (line.length === 0) return due;
  const stays: Stay[] = [...staysOn(date, rows, nowMs)];
  const booked = rows.filter(
    ({ kind, status, serviceDate }) => kind === 'booking' && status === 'confirmed' && serviceDate === date,
  );
  const guests = new Set(booked.map(({ guest }) => guest.email?.toLowerCase()));
  guests.delete(undefined);
  for (const entry of line) {
    const email = entry.guest.email?.toLowerCase();
    if (email !== undefined && guests.has(email)) continue;
    const startMs = startFor(entry, { rules, date, nowMs }, stays);
    if (startMs === undefined) continue;
    due.push(`${entry.id} ${new Date(startMs).toISOString()}`);
    const isFixed = startMs - FREEZE_MS <= nowMs;
    stays.push({
      ...wishOf(rules, startMs, entry.partySize),
      id: entry.id,
      tables: tablesOf.get(entry.id) ?? [],
      isFixed,
    });
    if (termsOf(entry).mode === 'book' && email !== undefined) guests.add(email);
  }
  return due;
}

function startFor(
  entry: Booking,
  { rules, date, nowMs }: Pick<Looked, 'rules' | 'date' | 'nowMs'>,
  stays: readonly Stay[],
): number | undefined {
  const { toMs, mode } = termsOf(entry);
  const soonestMs = mode === 'offer' ? nowMs + MINUTE_MS : nowMs;
  return startsOn(rules, date, entry.partySize).find(
    (startMs) =>
      startMs >= soonestMs &&
      entry.startMs <= startMs &&
      startMs <= toMs &&
      fits(rules, stays, wishOf(rules, startMs, entry.partySize)),
  );
}

/** What is wrong with what was given; null for nothing. */
export function faultOf({ entry, made }: Gift, nowMs: number): string | null {
  const { partySize, channel, serviceDate, id, startMs: fromMs } = entry;
  const { mode, toMs, holdId } = termsOf(entry);
  const isSame = made.partySize === partySize && made.channel === channel && made.serviceDate === serviceDate;
  if (!isSame || made.startMs < fromMs || made.startMs > toMs) return 'is not what was wanted';
  if (made.tables.length === 0) return 'is taken from her by the same step';
  if (mode === 'book') return made.id === bookingIdOf(id) ? null : 'is offered what was to be booked';
  if (made.kind !== 'hold' || holdId !== made.id) return 'is booked what was to be offered';
  const endsMs = Math.min(nowMs + OFFER_MS, made.startMs);
  return lapsesMsOf(made.id) === endsMs ? null : `lapses at ${lapsesMsOf(made.id)}, not at ${endsMs}`;
}
