import { isDeepStrictEqual } from 'node:util';
import {
  type Amendment,
  type Booking,
  type Delivery,
  type DiaryBooking,
  type Snapshot,
  type DiaryScope,
  evolveDiary,
  type Interval,
  type Refusal,
  reseated,
} from '@bord/engine/storage';
import { type DiaryEntry, toBooking, toDiaryBooking, toRow } from './booking-row.ts';
import { instant, type Row } from './columns.ts';
import { NEW_DELIVERY } from './delivery-row.ts';
import type { Query, Statement } from './connection.ts';
import { json } from './open.ts';
import { REFUSAL } from './refusals.ts';

/** What the function `open_snapshot` returns. */
interface SnapshotRow {
  readonly revision: number | null;
  readonly diary: readonly DiaryEntry[];
  readonly named: readonly Row[];
}

/** The live bookings that touch an interval, as they stand now. */
interface Shown {
  readonly interval: Interval;
  readonly bookings: Map<string, DiaryBooking>;
}

/**
 * What the steps of a transaction look at: read once, under their locks, and kept as they change it. The tenth step decides on
 * the snapshot that the ninth has left, and what all of them want is saved at once.
 */
export class WorkingSnapshot {
  /** The current revision of the location's plan; null when there is no such location. */
  readonly revision: number | null;
  readonly #locationId: string;
  /** What each interval shows, by its name: the steps of a day mostly ask for the same one. */
  readonly #shown = new Map<string, Shown>();
  /** Bookings that are known whole, as they stand now. */
  readonly #known = new Map<string, Booking>();
  readonly #idOfKey = new Map<string, string>();
  /** Those that were read, as they stood then. */
  readonly #before: ReadonlyMap<string, Booking>;
  readonly #saved = new Set<string>();
  readonly #reseated = new Map<string, readonly string[]>();
  readonly #deliveries: Delivery[] = [];
  readonly #refusals: Refusal[] = [];

  constructor(scopes: readonly DiaryScope[], { revision, diary, named }: SnapshotRow) {
    this.#locationId = scopes[0]!.locationId;
    this.revision = revision;
    const live = diary.map(toDiaryBooking);
    for (const { interval } of scopes) {
      const name = nameOf(interval);
      if (this.#shown.has(name)) continue;
      const touching = live.filter(
        ({ startMs, blockedUntilMs }) => startMs < interval.endMs && interval.startMs < blockedUntilMs,
      );
      this.#shown.set(name, {
        interval,
        bookings: new Map(touching.map((booking) => [booking.id, booking])),
      });
    }
    for (const booking of named.map(toBooking)) this.#learn(booking);
    this.#before = new Map(this.#known);
  }

  /** What one step may look at. */
  within({ interval, named }: DiaryScope): Snapshot {
    const bookings = [...this.#shown.get(nameOf(interval))!.bookings.values()];
    if (named === null) return { bookings, named: null };
    const id = 'bookingId' in named ? named.bookingId : this.#idOfKey.get(named.idempotencyKey);
    return { bookings, named: (id !== undefined && this.#known.get(id)) || null };
  }

  /** Changes the snapshot as the step wants it. */
  amend(amendment: Amendment<unknown>): void {
    const { booking, reseatings = [], deliveries = [], refusal } = amendment;
    for (const { interval, bookings } of this.#shown.values()) evolveDiary(bookings, interval, amendment);
    for (const { bookingId, tables } of reseatings) {
      const known = this.#known.get(bookingId);
      if (known) this.#known.set(bookingId, reseated(known, amendment));
      this.#reseated.set(bookingId, tables);
    }
    if (booking) {
      this.#saved.add(booking.id);
      this.#learn(booking);
    }
    this.#deliveries.push(...deliveries);
    if (refusal) this.#refusals.push(refusal);
  }

  /** Whether more than refusals is to be saved. */
  get isChanged(): boolean {
    return this.#saved.size > 0 || this.#reseated.size > 0 || this.#deliveries.length > 0;
  }

  /** What writes all that the steps want to be saved; undefined when there is nothing. */
  changes(): Statement | undefined {
    if (!this.isChanged && this.#refusals.length === 0) return undefined;
    const moved = Array.from(this.#reseated, ([id, tables]) => ({ id, tables }));
    const rowsOf = (isNew: boolean): Row[] =>
      this.#savedBookings()
        .filter(({ id }) => this.#before.has(id) !== isNew)
        .map(toRow);
    const values = [
      this.#locationId,
      json(rowsOf(true).toSorted(byKey)),
      json(rowsOf(false)),
      json(moved.filter(({ id }) => !this.#saved.has(id))),
      json(this.#deliveries.map(NEW_DELIVERY.row)),
      json(this.#refusals.map(REFUSAL.row)),
    ];
    return { text: 'SELECT save_changes($1, $2, $3, $4, $5, $6)', values };
  }

  /** The ids of the bookings by which {@link foundIn} tells. */
  get witnesses(): readonly string[] {
    return [...this.#saved];
  }

  /**
   * Whether the changes of this snapshot have been saved, judged by a snapshot that was opened later, under the same locks, and with
   * the {@link witnesses} named; undefined when that cannot be said, since others have changed the same bookings.
   */
  foundIn(later: WorkingSnapshot): boolean | undefined {
    for (const wanted of this.#savedBookings()) {
      const now = later.#known.get(wanted.id);
      if (!now) return false;
      if (isSame(now, wanted)) return true;
      const before = this.#before.get(wanted.id);
      if (before && isSame(now, before)) return false;
    }
    return undefined;
  }

  /** The bookings that are to be saved whole, at the tables which they have in the end. */
  #savedBookings(): Booking[] {
    return Array.from(this.#saved, (id) => this.#known.get(id)!);
  }

  #learn(booking: Booking): void {
    this.#known.set(booking.id, booking);
    if (booking.idempotencyKey !== null) this.#idOfKey.set(booking.idempotencyKey, booking.id);
  }
}

/** Takes the locks of the scopes, all of one location, and reads what lies in them; `witnesses` are read as well. */
export async function openSnapshot(
  query: Query,
  scopes: readonly DiaryScope[],
  witnesses: readonly string[] = [],
): Promise<WorkingSnapshot> {
  const { locationId } = scopes[0]!;
  const names = scopes.flatMap(({ named }) => named ?? []);
  const intervals = [...new Map(scopes.map(({ interval }) => [nameOf(interval), interval])).values()];
  const [row] = await query<{ snapshot: string }>(OPEN, [
    locationId,
    [...new Set(scopes.flatMap(({ dates }) => dates))].toSorted(),
    intervals.map(({ startMs }) => instant(startMs)),
    intervals.map(({ endMs }) => instant(endMs)),
    [...witnesses, ...names.flatMap((name) => ('bookingId' in name ? name.bookingId : []))],
    names.flatMap((name) => ('idempotencyKey' in name ? name.idempotencyKey : [])),
  ]);
  return new WorkingSnapshot(scopes, JSON.parse(row!.snapshot) as SnapshotRow);
}

const OPEN = 'SELECT open_snapshot($1, $2, $3, $4, $5, $6) AS snapshot';

/** In the order of their idempotency keys: so that no two transactions wait for each other's in a circle. */
function byKey(a: Row, b: Row): number {
  const [first, second] = [a, b].map((row) => (row['idempotency_key'] as string | null) ?? '');
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}

function nameOf({ startMs, endMs }: Interval): string {
  return `${startMs} ${endMs}`;
}

function isSame(a: Booking, b: Booking): boolean {
  return isDeepStrictEqual(toRow(a), toRow(b));
}
