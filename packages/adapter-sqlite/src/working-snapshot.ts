import {
  type BookingChanges,
  type DiaryBooking,
  type DiaryRow,
  type DiaryScope,
  type Endpoint,
  evolveDiary,
  evolveRows,
  type Interval,
  isChange,
  savedRows,
  type Snapshot,
  type Row,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { type DiaryColumns, fromRow, toDiaryBooking } from './booking-row.ts';

export type DiaryReader = (locationId: string, interval: Interval) => DiaryBooking[];

/** Bookings that touch an interval start before its end, and at most the location's longest stay before its start: one range of the index. */
export const TOUCHING = `
  SELECT id, start_ms, blocked_until_ms, party_size, tables, pinned, source, area FROM bookings
  WHERE location_id = @locationId AND status = 'confirmed' AND start_ms < @endMs AND blocked_until_ms > @startMs
    AND start_ms >= @startMs - (SELECT longest_ms FROM locations WHERE id = @locationId)`;

export function diaryReader(database: Database): DiaryReader {
  const touching = database.prepare<{ locationId: string } & Interval, DiaryColumns>(TOUCHING);
  return (locationId, { startMs, endMs }) => touching.all({ locationId, startMs, endMs }).map(toDiaryBooking);
}

export type RowsReader = (ids: Iterable<string>) => Map<string, DiaryRow>;

export function rowsReader(database: Database): RowsReader {
  const byId = database.prepare<[string], Row>('SELECT * FROM bookings WHERE id = ?');
  return (ids) => new Map(Array.from(ids, (id) => [id, fromRow(byId.get(id)!)]));
}

/** The size of a diary range with whole rows, compared with one without. */
const STRETCHES_PER_WHOLE = 4;

interface OpenSnapshot {
  readonly interval: Interval;
  readonly bookings: Map<string, DiaryBooking>;
  /** The whole rows, once a step has asked for them. */
  rows?: Map<string, DiaryRow>;
}

interface OpenLocation {
  readonly revision: number | undefined;
  readonly snapshots: Map<string, OpenSnapshot>;
  /** All bookings that a snapshot shows or has shown. Other bookings change only the days that they touch. */
  readonly shown: Set<string>;
}

/** The data that the steps of one transaction have read, updated with their writes: a later step sees those of earlier ones. */
export interface WorkingSnapshots {
  /** How many locations and diary ranges were read; a range with whole rows counts as four. */
  readonly size: number;
  /** The current revision of a location's plan; undefined if the location does not exist. */
  revisionOf(locationId: string): number | undefined;
  read(scope: Pick<DiaryScope, 'locationId' | 'interval' | 'whole'>): Pick<Snapshot, 'bookings' | 'rows'>;
  /** Applies saved changes. */
  evolve(locationId: string, changes: BookingChanges): void;
  /** All webhook endpoints, the oldest first. */
  endpoints(): readonly Endpoint[];
  /** Forgets a location after other changes. */
  forget(locationId: string): void;
  /** Forgets the endpoints after a change of one. */
  forgetEndpoints(): void;
}

export function workingSnapshots(
  readDiary: DiaryReader,
  readRows: RowsReader,
  readRevision: (locationId: string) => number | undefined,
  readEndpoints: () => readonly Endpoint[],
): WorkingSnapshots {
  const open = new Map<string, OpenLocation>();
  let endpoints: readonly Endpoint[] | undefined;

  function locationOf(locationId: string): OpenLocation {
    let location = open.get(locationId);
    if (!location) {
      location = { revision: readRevision(locationId), snapshots: new Map(), shown: new Set() };
      open.set(locationId, location);
    }
    return location;
  }

  return {
    get size() {
      let size = 0;
      for (const { snapshots } of open.values()) {
        size += 1;
        for (const { rows } of snapshots.values()) size += rows ? STRETCHES_PER_WHOLE : 1;
      }
      return size;
    },
    revisionOf: (locationId) => locationOf(locationId).revision,
    read({ locationId, interval, whole }) {
      const { snapshots, shown } = locationOf(locationId);
      const name = `${interval.startMs}-${interval.endMs}`;
      let snapshot = snapshots.get(name);
      if (!snapshot) {
        const bookings = new Map(readDiary(locationId, interval).map((booking) => [booking.id, booking]));
        for (const id of bookings.keys()) shown.add(id);
        snapshots.set(name, (snapshot = { interval, bookings }));
      }
      if (whole) snapshot.rows ??= readRows(snapshot.bookings.keys());
      const bookings = [...snapshot.bookings.values()];
      return whole ? { bookings, rows: new Map(snapshot.rows) } : { bookings };
    },
    evolve(locationId, changes) {
      if (!isChange(changes)) return;
      const { booking, others = [], reseatings = [] } = changes;
      const { snapshots, shown } = locationOf(locationId);
      const isOne = others.length === 0 && reseatings.length === 0;
      const added = booking && isOne && !shown.has(booking.id) ? booking : null;
      for (const { interval, bookings, rows } of snapshots.values()) {
        if (added && (added.startMs >= interval.endMs || interval.startMs >= added.blockedUntilMs)) continue;
        evolveDiary(bookings, interval, changes);
        if (rows) evolveRows(rows, interval, changes);
      }
      for (const { id } of savedRows(changes)) shown.add(id);
    },
    endpoints: () => (endpoints ??= readEndpoints()),
    forget: (locationId) => void open.delete(locationId),
    forgetEndpoints: () => (endpoints = undefined),
  };
}
