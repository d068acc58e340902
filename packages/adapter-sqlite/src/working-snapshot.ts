import {
  type Booking,
  type BookingChanges,
  type DiaryBooking,
  evolveDiary,
  type Interval,
  isChange,
  savedRows,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { type DiaryRow, toDiaryBooking } from './booking-row.ts';

/** Reads the live bookings of a location that touch an interval. */
export type DiaryReader = (locationId: string, interval: Interval) => DiaryBooking[];

/**
 * The bookings that touch an interval start before its end, and not before its start less the longest that any booking of
 * the location has held its tables: one stretch of `bookings_diary`, however many bookings there are before and after.
 */
export const TOUCHING = `
  SELECT id, start_ms, blocked_until_ms, party_size, tables, pinned, source FROM bookings
  WHERE location_id = @locationId AND status = 'confirmed' AND start_ms < @endMs AND blocked_until_ms > @startMs
    AND start_ms >= @startMs - (SELECT longest_ms FROM locations WHERE id = @locationId)`;

export function diaryReader(database: Database): DiaryReader {
  const touching = database.prepare<{ locationId: string } & Interval, DiaryRow>(TOUCHING);
  return (locationId, { startMs, endMs }) => touching.all({ locationId, startMs, endMs }).map(toDiaryBooking);
}

interface OpenSnapshot {
  readonly interval: Interval;
  readonly bookings: Map<string, DiaryBooking>;
}

interface OpenLocation {
  readonly revision: number | undefined;
  readonly snapshots: Map<string, OpenSnapshot>;
  /** All bookings that a snapshot shows or has shown. What is not among them changes only the days that it touches. */
  readonly shown: Set<string>;
}

/**
 * The parts of the diary that the steps of one transaction have read, kept up to date as they write: the tenth booking
 * of a day decides on the snapshot that the ninth has left.
 */
export interface WorkingSnapshots {
  /** How many locations and stretches of their diaries have been read. */
  readonly size: number;
  /** The current revision of a location's plan; undefined when there is no such location. */
  revisionOf(locationId: string): number | undefined;
  read(locationId: string, interval: Interval): readonly DiaryBooking[];
  /** This has been saved. */
  evolve(locationId: string, changes: BookingChanges): void;
  /** Something else of the location has been changed. */
  forget(locationId: string): void;
}

export function workingSnapshots(
  readDiary: DiaryReader,
  readRevision: (locationId: string) => number | undefined,
): WorkingSnapshots {
  const open = new Map<string, OpenLocation>();

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
      for (const { snapshots } of open.values()) size += 1 + snapshots.size;
      return size;
    },
    revisionOf: (locationId) => locationOf(locationId).revision,
    read(locationId, interval) {
      const { snapshots, shown } = locationOf(locationId);
      const name = `${interval.startMs}-${interval.endMs}`;
      let snapshot = snapshots.get(name);
      if (!snapshot) {
        const bookings = new Map(readDiary(locationId, interval).map((booking) => [booking.id, booking]));
        for (const id of bookings.keys()) shown.add(id);
        snapshots.set(name, (snapshot = { interval, bookings }));
      }
      return [...snapshot.bookings.values()];
    },
    evolve(locationId, changes) {
      if (!isChange(changes)) return;
      const { booking, others = [], reseatings = [] } = changes;
      const { snapshots, shown } = locationOf(locationId);
      const isOne = others.length === 0 && reseatings.length === 0;
      const added = booking && isOne && !shown.has(booking.id) ? booking : null;
      for (const { interval, bookings } of snapshots.values())
        if (!added || touches(added, interval)) evolveDiary(bookings, interval, changes);
      for (const { id } of savedRows(changes)) shown.add(id);
    },
    forget: (locationId) => void open.delete(locationId),
  };
}

function touches({ startMs, blockedUntilMs }: Booking, interval: Interval): boolean {
  return startMs < interval.endMs && interval.startMs < blockedUntilMs;
}
