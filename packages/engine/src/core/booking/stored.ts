/**
 * The stored form of rows; only this file knows it. All kinds share the columns of a booking. The letters of a hold's id begin with its expiry;
 * `pinned` and missing tables encode its claim; `terms` has the other fields of holds and waitlist entries. So the diary needs no more columns for
 * them than for bookings.
 */
import { type Booking, isSeated, toDiary, type VisitTimes } from './booking.ts';
import type { DiaryBooking, Entry, KeyHolds } from './diary.ts';
import { DAY_MS } from '../instant.ts';
import { tableAccessOf } from '../location/floor-plan.ts';
import { expiresMsOf, isMoveHoldId, pendingKindOf } from '../ids.ts';
import {
  type DiaryRow,
  type HoldFields,
  type HoldRow,
  isFixed,
  type RowFields,
  type RowKind,
  type WaitlistRow,
  withArea,
} from './row.ts';
import type { MoveTerms } from './terms.ts';

/** The stored terms of a booking. */
type BookingTerms = Pick<Booking, 'area' | 'visitor'>;

/** The stored terms of a hold. */
export interface HoldTerms extends Pick<HoldRow, 'keyId' | 'waitingId' | 'area'> {
  /** Absent for other holds. */
  readonly move?: MoveTerms | undefined;
}

/** The stored terms of a waitlist entry. */
export type WaitingTerms = Pick<
  WaitlistRow,
  'toMs' | 'mode' | 'position' | 'holdId' | 'keyId' | 'facts' | 'area'
>;

/** The terms of any kind. */
export type Terms = BookingTerms | HoldTerms | WaitingTerms;

/** The columns of a row that every kind has. */
export interface StoredColumns extends Omit<RowFields, 'area'> {
  /** Determines the terms. */
  readonly kind: RowKind;
  /** As in the diary; storages guard by it. */
  readonly pinned: boolean;
}

/** A row as stored. */
export interface StoredRow extends StoredColumns {
  /** Of a hold, a waitlist entry, or a guest's own booking; absent for other rows. */
  readonly terms?: Terms;
}

/**
 * The times of a visit, and the booking's own values that the diary shows differently while its party is seated (D41): storages read the diary
 * from the columns, and guard by them.
 */
interface StoredVisit extends VisitTimes {
  readonly own?: Pick<Booking, 'startMs' | 'pinned'>;
}

/** The stored form of a row: a booking itself, unless its party is seated. */
export function toStored(row: DiaryRow): StoredRow {
  switch (row.kind) {
    case 'booking':
      return row.area === undefined && !row.visitor ? bookingColumns(row) : withBookingTerms(row);
    case 'block':
      return { ...row, pinned: true };
    case 'hold': {
      const {
        expiresMs: _,
        claim: _claim,
        yielded: _yielded,
        keyId,
        waitingId,
        move,
        area,
        ...columns
      } = row;
      const terms = { keyId, waitingId, ...(move && { move }), ...withArea(area) };
      return { ...columns, pinned: isFixed(row), terms };
    }
    case 'waiting': {
      const { toMs, mode, position, holdId, keyId, facts, area, ...columns } = row;
      const terms = { toMs, mode, position, holdId, keyId, ...(facts && { facts }), ...withArea(area) };
      return { ...columns, pinned: false, terms };
    }
  }
}

function withBookingTerms({ area, visitor, ...booking }: Booking): StoredRow {
  return { ...bookingColumns(booking), terms: { ...withArea(area), ...(visitor && { visitor }) } };
}

function bookingColumns(booking: Booking): StoredColumns {
  if (!isSeated(booking)) return booking;
  const { startMs, pinned } = toDiary(booking);
  const visit: StoredVisit = { ...booking.visit, own: { startMs: booking.startMs, pinned: booking.pinned } };
  return { ...booking, startMs, pinned, visit };
}

/** The row of columns made by {@link toStored}. `terms` is null or absent if there are none. */
export function fromStored(columns: StoredColumns, terms?: Terms | null): DiaryRow {
  switch (columns.kind) {
    case 'booking': {
      const { own, ...visit }: StoredVisit = columns.visit;
      return { ...columns, kind: 'booking', ...(own && { ...own, visit }), ...terms };
    }
    case 'block': {
      const { pinned: _, ...fields } = columns;
      return { ...fields, kind: 'block' };
    }
    case 'hold': {
      const { pinned: _, ...fields } = columns;
      if (!terms || !('waitingId' in terms)) throw withoutTerms(columns);
      const { keyId, waitingId, move = null, area } = terms;
      return { ...fields, ...holdFieldsOf(columns), keyId, waitingId, move, ...withArea(area) };
    }
    case 'waiting': {
      const { pinned: _, ...fields } = columns;
      if (!terms || !('position' in terms)) throw withoutTerms(columns);
      return { ...fields, kind: 'waiting', ...terms };
    }
  }
}

function withoutTerms({ kind, id }: StoredColumns): Error {
  return new Error(`the stored row ${id} has no terms of a row of the kind "${kind}"`);
}

/** The columns of a row that the diary shows. */
export interface EntryColumns extends Omit<Entry, 'tableAccess'>, Pick<RowFields, 'area'> {
  /** Whether the operator made it. */
  readonly byOperator: boolean;
}

/** The diary entry of a row's columns. The id determines its kind, and a block has no party. */
export function toEntry(columns: EntryColumns): DiaryBooking {
  const { id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator, area } = columns;
  const kind = pendingKindOf(id) ?? (partySize === 0 ? 'block' : 'booking');
  const tableAccess = tableAccessOf(byOperator ? 'all' : 'online', area);
  const entry = { id, startMs, blockedUntilMs, partySize, tables, pinned, tableAccess };
  if (kind === 'hold') return { ...entry, ...holdFieldsOf(columns), isForMove: isMoveHoldId(id) };
  return { ...entry, kind };
}

/** The hold fields of the columns. A hold that is no longer live keeps no place. */
function holdFieldsOf({
  id,
  tables,
  pinned,
  status = 'confirmed',
}: Pick<StoredColumns, 'id' | 'tables' | 'pinned'> & Partial<Pick<StoredColumns, 'status'>>): HoldFields {
  const isStaying = pinned && isMoveHoldId(id) && status === 'confirmed';
  const claim = tables.length > 0 ? 'tables' : isStaying ? 'place' : 'evicted';
  return { kind: 'hold', expiresMs: expiresMsOf(id), claim, yielded: pinned && claim !== 'place' };
}

/** The rows that count for API keys and networks, from their ids and names; a booking with the time at which it was made. */
export function toKeyHolds(
  rows: Iterable<readonly [id: string, keyId: string, createdMs: number | null]>,
): KeyHolds {
  return new Map(
    Array.from(rows, ([id, keyId, createdMs]) => [
      id,
      { keyId, expiresMs: createdMs === null ? expiresMsOf(id) : createdMs + DAY_MS },
    ]),
  );
}

/** The position of a row among those of its location: by service date, start of the table occupancy, creation and id. */
export function positionOf(row: DiaryRow): Pick<Booking, 'serviceDate' | 'startMs' | 'createdMs' | 'id'> {
  const { serviceDate, createdMs, id } = row;
  return { serviceDate, startMs: toDiary(row).startMs, createdMs, id };
}
