/**
 * Computes a snapshot after an amendment; `decide.ts` has the rules. A storage that takes several steps on one snapshot shows later steps the
 * result of these functions, which equals another read.
 */
import { isLive, toDiary } from './booking.ts';
import {
  type Amendment,
  type DiaryBooking,
  type DiaryScope,
  heldBy,
  type KeyHold,
  type KeyHolds,
  type Reseating,
  type Snapshot,
  type Standing,
} from './diary.ts';
import { lengthened } from './history.ts';
import { isOpen } from './hold.ts';
import { pendingKindOf } from '../ids.ts';
import type { DiaryRow, HoldFields } from './row.ts';
import { DAY_MS, type Interval, overlaps } from '../instant.ts';

/** The parts of an amendment that change bookings. */
export type BookingChanges = Pick<Amendment<unknown>, 'booking' | 'others' | 'reseatings'>;

/** The rows that an amendment saves whole. */
export function savedRows({ booking, others = [] }: BookingChanges): readonly DiaryRow[] {
  return booking ? [booking, ...others] : others;
}

/** Whether an amendment changes the diary. */
export function isChange({ booking, others = [], reseatings = [] }: BookingChanges): boolean {
  return booking !== undefined || others.length > 0 || reseatings.length > 0;
}

function savedAs(row: DiaryRow, amendment: BookingChanges): DiaryRow {
  return savedRows(amendment).find(({ id }) => id === row.id) ?? row;
}

/** The snapshot of a scope after an amendment of the same location, possibly decided on the snapshot of another scope. The given snapshot is unchanged. */
export function evolve(
  snapshot: Snapshot,
  { interval, named }: Pick<DiaryScope, 'interval' | 'named'>,
  amendment: BookingChanges,
): Snapshot {
  const shown = new Map(snapshot.bookings.map((booking) => [booking.id, booking]));
  evolveDiary(shown, interval, amendment);
  const rows = snapshot.rows && new Map(snapshot.rows);
  if (rows) evolveRows(rows, interval, amendment);
  return {
    bookings: [...shown.values()],
    named: evolveNamed(snapshot.named, named, amendment),
    endpoints: snapshot.endpoints,
    ...(snapshot.also && { also: snapshot.also.map((row) => savedAs(row, amendment)) }),
    ...(rows && { rows }),
    ...(snapshot.holds && { holds: evolveHolds(snapshot.holds, amendment) }),
  };
}

/** The holds that count for API keys, after an amendment. */
export function evolveHolds(before: KeyHolds, changes: BookingChanges): KeyHolds {
  const holds = new Map<string, KeyHold>(before);
  for (const { bookingId, tables } of changes.reseatings ?? [])
    if (tables.length === 0 && pendingKindOf(bookingId) === 'hold') holds.delete(bookingId);
  for (const row of savedRows(changes)) {
    const counted = countedIn(row);
    if (counted) holds.set(row.id, counted);
    else holds.delete(row.id);
  }
  return holds;
}

/** The holds and bookings among the rows of a location that count; bookings that end before the instant are omitted. */
export function countedAmong(rows: readonly DiaryRow[], fromMs: number): KeyHolds {
  const others = rows.filter((row) => row.kind !== 'booking' || row.blockedUntilMs > fromMs);
  return evolveHolds(new Map(), { others });
}

/** The API key or network that a row counts for, and until when; null for none. A booking counts in every state. */
function countedIn(row: DiaryRow): KeyHold | null {
  if (row.kind === 'hold') {
    const { keyId, expiresMs } = row;
    return keyId !== null && isOpen(row) ? { keyId, expiresMs } : null;
  }
  if (row.kind !== 'booking' || !row.visitor) return null;
  const { network } = row.visitor;
  return network === null ? null : { keyId: network, expiresMs: row.createdMs + DAY_MS };
}

/** The live rows that touch an interval, whole, by their ids, after an amendment. Changed in place. */
export function evolveRows(rows: Map<string, DiaryRow>, interval: Interval, changes: BookingChanges): void {
  for (const { bookingId } of changes.reseatings ?? []) {
    const row = rows.get(bookingId);
    if (row) rows.set(bookingId, reseated(row, changes));
  }
  for (const row of savedRows(changes)) {
    if (isLive(row) && overlaps(heldBy(toDiary(row)), interval)) rows.set(row.id, row);
    else rows.delete(row.id);
  }
}

/**
 * The live bookings that touch an interval, by their ids, after an amendment. Changed in place, so that the cost of a step depends on its changes
 * and not on the number of bookings.
 */
export function evolveDiary(
  shown: Map<string, DiaryBooking>,
  interval: Interval,
  changes: BookingChanges,
): void {
  for (const { bookingId, tables } of changes.reseatings ?? []) {
    const before = shown.get(bookingId);
    if (before) shown.set(bookingId, atTables(before, { bookingId, tables }));
  }
  for (const row of savedRows(changes)) {
    const entry = toDiary(row);
    if (isLive(row) && overlaps(heldBy(entry), interval)) shown.set(row.id, entry);
    else shown.delete(row.id);
  }
}

/** The row that a scope names, after an amendment. */
export function evolveNamed(
  before: DiaryRow | null,
  name: DiaryScope['named'],
  amendment: BookingChanges,
): DiaryRow | null {
  const saved = savedRows(amendment).find((row) => isNamed(row, name));
  return saved ?? (before && reseated(before, amendment));
}

/** A booking at its new tables; the same object if it is not re-seated. */
export function reseated<B extends Seated>(booking: B, { reseatings = [] }: BookingChanges): B {
  const reseating = reseatings.find(({ bookingId }) => bookingId === booking.id);
  return reseating ? atTables(booking, reseating) : booking;
}

/**
 * The re-seated bookings of an amendment, afterwards. `before` returns a booking by its id.
 *
 * @throws Error for an unknown id: a rule can only move rows of its snapshot
 */
export function allReseated<B extends Seated>(
  { reseatings = [] }: BookingChanges,
  before: (bookingId: string) => B | undefined,
): readonly B[] {
  return reseatings.map((reseating) => {
    const booking = before(reseating.bookingId);
    if (!booking) throw new Error(`a booking to be re-seated is not in the snapshot: ${reseating.bookingId}`);
    return atTables(booking, reseating);
  });
}

/** A row, as the diary shows it or whole. */
type Seated = DiaryBooking | DiaryRow;

/** A row at other tables; an evicted hold has none. */
export function atTables<B extends Seated>(row: B, { tables, entry }: Reseating): B {
  return {
    ...row,
    tables,
    ...('history' in row && { history: lengthened(row.history, entry) }),
    ...(row.kind === 'hold' && { claim: claimAt(row, tables) }),
  };
}

/** The claim of a hold at these tables; one that keeps only its place has no tables to lose. */
function claimAt({ claim }: HoldFields, tables: readonly string[]): HoldFields['claim'] {
  if (tables.length > 0) return 'tables';
  return claim === 'place' ? 'place' : 'evicted';
}

function isNamed(booking: DiaryRow, name: DiaryScope['named']): boolean {
  if (name === null) return false;
  return 'bookingId' in name ? booking.id === name.bookingId : booking.idempotencyKey === name.idempotencyKey;
}

/** The amendment, with an eviction of the holds whose tables it takes (D35). */
export function evicting<R>(
  amendment: Amendment<R>,
  { bookings, lapsed }: Pick<Standing, 'bookings' | 'lapsed'>,
): Amendment<R> {
  if (lapsed.length === 0) return amendment;
  const { reseatings = [] } = amendment;
  const tablesOf = new Map(reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
  const saved = savedRows(amendment);
  const taking = [
    ...saved.filter(isLive).map(toDiary),
    ...bookings.flatMap((one) => {
      const tables = tablesOf.get(one.id);
      return tables ? { ...one, tables } : [];
    }),
  ];
  const isDecided = ({ id }: DiaryBooking): boolean => tablesOf.has(id) || saved.some((row) => row.id === id);
  const evicted = lapsed.filter(
    (hold) => !isDecided(hold) && taking.some((one) => one.id !== hold.id && isInTheWay(hold, one)),
  );
  if (evicted.length === 0) return amendment;
  return {
    ...amendment,
    reseatings: [...reseatings, ...evicted.map(({ id }): Reseating => ({ bookingId: id, tables: [] }))],
  };
}

function isInTheWay(hold: DiaryBooking, one: DiaryBooking): boolean {
  return overlaps(heldBy(hold), heldBy(one)) && hold.tables.some((table) => one.tables.includes(table));
}
