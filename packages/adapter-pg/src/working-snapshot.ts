import { isDeepStrictEqual } from 'node:util';
import {
  type Amendment,
  type Delivery,
  type DiaryBooking,
  type DiaryRow,
  type Snapshot,
  type DiaryScope,
  evolveDiary,
  evolveHolds,
  type HistoryEntry,
  type Interval,
  type KeyHolds,
  type Refusal,
  reseated,
  savedRows,
  type Row,
} from '@bord/engine/storage';
import { eventRow, instant, NEW_DELIVERY, toNewRow, toRow } from './rows.ts';
import type { Statement } from './connection.ts';
import type { KnownEndpoints, Lasting, LastingDiary } from './lasting-snapshots.ts';
import { json } from './transaction.ts';
import { REFUSAL } from './refusals.ts';

interface Shown {
  readonly read: LastingDiary;
  readonly bookings: Map<string, DiaryBooking>;
}

/**
 * The state that the steps of a transaction see: read once under their locks, and updated by them. The tenth step decides on the state after the
 * ninth, and all changes are saved together. A remembered state is compared when it is saved.
 */
export class WorkingSnapshot {
  /** For each interval, as read or remembered. */
  readonly digests: string[] = [];
  readonly #read: Lasting;
  /** The bookings of each interval, by its name: most steps of a day share one. */
  readonly #shown = new Map<string, Shown>();
  /** Whole bookings in their current state. */
  readonly #known = new Map<string, DiaryRow>();
  readonly #idOfKey = new Map<string, string>();
  /** Those that were read, in their original state. */
  readonly #before: ReadonlyMap<string, DiaryRow>;
  readonly #saved = new Set<string>();
  readonly #reseated = new Map<
    string,
    { readonly tables: readonly string[]; readonly entries: readonly HistoryEntry[] }
  >();
  readonly #deliveries: Row[] = [];
  readonly #events: Row[] = [];
  /** Events about dates that are recorded already, by queue and dates. */
  readonly #dated = new Set<string>();
  readonly #refusals: Refusal[] = [];
  #holds: KeyHolds | undefined;

  constructor(read: Lasting, named: readonly DiaryRow[] = [], holds?: KeyHolds) {
    this.#read = read;
    this.#holds = holds;
    for (const diary of read.diaries) {
      this.#shown.set(nameOf(diary.interval), { read: diary, bookings: new Map(diary.bookings) });
      this.digests.push(diary.digest);
    }
    for (const booking of named) this.#learn(booking);
    this.#before = new Map(this.#known);
  }

  /** The current revision of the location's plan; null if the location does not exist. */
  get revision(): number | null {
    return this.#read.revision;
  }

  /** The part that one step may see. */
  within({ interval, named, also = [], whole, holds }: DiaryScope): Snapshot {
    const bookings = [...this.#shown.get(nameOf(interval))!.bookings.values()];
    const rows = whole && { rows: new Map(bookings.map(({ id }) => [id, this.#known.get(id)!])) };
    const further = also.flatMap((id) => this.#known.get(id) ?? []);
    const endpoints = this.#read.endpoints.list;
    const besides = {
      also: further,
      endpoints,
      ...rows,
      ...(holds && this.#holds && { holds: this.#holds }),
    };
    const id = named && ('bookingId' in named ? named.bookingId : this.#idOfKey.get(named.idempotencyKey));
    return { bookings, named: (id && this.#known.get(id)) || null, ...besides };
  }

  amend(amendment: Amendment<unknown>): void {
    const { reseatings = [], deliveries = [], events = [], refusal } = amendment;
    for (const { read, bookings } of this.#shown.values()) evolveDiary(bookings, read.interval, amendment);
    if (this.#holds) this.#holds = evolveHolds(this.#holds, amendment);
    for (const { bookingId, tables, entry } of reseatings) {
      const known = this.#known.get(bookingId);
      if (known) this.#known.set(bookingId, reseated(known, amendment));
      const { entries = [] } = this.#reseated.get(bookingId) ?? {};
      this.#reseated.set(bookingId, { tables, entries: entry ? [...entries, entry] : entries });
    }
    for (const row of savedRows(amendment)) {
      this.#saved.add(row.id);
      this.#learn(row);
    }
    const wanted = deliveries.filter((delivery) => !this.#isRepeated(delivery));
    this.#deliveries.push(...wanted.map(NEW_DELIVERY.row));
    this.#events.push(...events.map(eventRow));
    if (refusal) this.#refusals.push(refusal);
  }

  /** One event about the same dates is enough for all steps of the transaction (D37). */
  #isRepeated({ covers, queue, bookingId, dueMs }: Delivery): boolean {
    if (!covers) return false;
    const name = `${queue} ${covers.from} ${covers.to} ${bookingId} ${dueMs}`;
    const isRepeated = this.#dated.has(name);
    this.#dated.add(name);
    return isRepeated;
  }

  /** Whether there are changes other than rejections. */
  get isChanged(): boolean {
    return this.#saved.size + this.#reseated.size + this.#deliveries.length + this.#events.length > 0;
  }

  /** The statement that saves all changes and returns the {@link left} digests; undefined if there are none. */
  changes(): Statement | undefined {
    if (!this.isChanged && this.#refusals.length === 0) return undefined;
    return { text: SAVE, values: [this.#read.locationId, ...this.#changeValues()] };
  }

  /** One call for these first steps of the group: locks, compares the remembered state, and saves. */
  changesIfUnchanged(scopes: readonly DiaryScope[]): Statement {
    const { locationId, revision, barred, endpoints } = this.#read;
    const { dates, keys } = locksOf(scopes);
    const compared = [locationId, dates, revision, barred, endpoints.version, keys];
    return { text: SAVE_IF_UNCHANGED, values: [...compared, ...this.#changeValues()] };
  }

  #changeValues(): unknown[] {
    const [made, changed]: [DiaryRow[], DiaryRow[]] = [[], []];
    for (const row of this.#savedBookings()) (this.#before.has(row.id) ? changed : made).push(row);
    const moved: object[] = [];
    for (const [id, seated] of this.#reseated) if (!this.#saved.has(id)) moved.push({ id, ...seated });
    return [
      ...boundsOf(this.#read.diaries),
      this.digests,
      made.map(({ id }) => id),
      json(made.map(toNewRow).toSorted(byKey)),
      json(changed.map(toRow)),
      json(moved),
      json([...this.#deliveries, ...this.#events]), // `add_deliveries` relies on this order
      json(this.#refusals.map(REFUSAL.row)),
    ];
  }

  /**
   * The state after the transaction. Undefined if it did more than create bookings, because the digests are unknown then.
   * @param digests returned by the database after saving
   */
  left(digests: readonly string[]): Lasting | undefined {
    if (this.#reseated.size > 0) return undefined;
    for (const id of this.#saved) if (this.#before.has(id)) return undefined;
    const diaries: LastingDiary[] = [];
    for (const { read, bookings } of this.#shown.values())
      diaries.push({ ...read, bookings, digest: digests[diaries.length]! });
    return { ...this.#read, diaries };
  }

  get endpoints(): KnownEndpoints {
    return this.#read.endpoints;
  }

  get witnesses(): readonly string[] {
    return [...this.#saved];
  }

  /** Whether this was saved, by a later snapshot under the same locks with {@link witnesses} named; undefined when others changed them. */
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

  /** The bookings to save whole, at their final tables. */
  #savedBookings(): DiaryRow[] {
    return Array.from(this.#saved, (id) => this.#known.get(id)!);
  }

  #learn(booking: DiaryRow): void {
    this.#known.set(booking.id, booking);
    if (booking.idempotencyKey !== null) this.#idOfKey.set(booking.idempotencyKey, booking.id);
  }
}

const SAVE = 'SELECT bord.save_snapshot($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS digests';
const SAVE_IF_UNCHANGED =
  'SELECT bord.save_if_unchanged($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) AS digests';

/** The locks of the scopes: dates, sorted as in every transaction, and idempotency keys. */
export function locksOf(scopes: readonly DiaryScope[]): {
  readonly dates: string[];
  readonly keys: string[];
} {
  const dates = new Set<string>();
  const keys: string[] = [];
  for (const scope of scopes) {
    for (const date of scope.dates) dates.add(date);
    if (scope.named && 'idempotencyKey' in scope.named) keys.push(scope.named.idempotencyKey);
  }
  return { dates: [...dates].toSorted(), keys };
}

export function boundsOf(
  diaries: readonly Pick<DiaryScope, 'interval'>[],
): [from: string[], until: string[]] {
  const [from, until]: [string[], string[]] = [[], []];
  for (const { interval } of diaries) {
    from.push(instant(interval.startMs));
    until.push(instant(interval.endMs));
  }
  return [from, until];
}

/** In the order of their idempotency keys, so that two transactions never deadlock. */
function byKey(a: Row, b: Row): number {
  const [first, second] = [a, b].map((row) => (row['idempotency_key'] as string | undefined) ?? '');
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}

export function nameOf({ startMs, endMs }: Interval): string {
  return `${startMs} ${endMs}`;
}

function isSame(a: DiaryRow, b: DiaryRow): boolean {
  return isDeepStrictEqual(toRow(a), toRow(b));
}
