/**
 * How rows are stored: the one place that knows their encoding. All kinds share the columns of a booking. The letters of a hold's id begin with the instant at
 * which it expires; `pinned` and missing tables say what it keeps; `terms` has the other fields of holds and waitlist entries. So the diary, which shows few
 * columns, is as lean for them as for bookings.
 */
import { type Booking, isSeated, toDiary, type VisitTimes } from './booking.ts';
import type { DiaryBooking, Entry, KeyHolds } from './diary.ts';
import { expiresMsOf, isMoveHoldId, pendingKindOf } from '../ids.ts';
import {
  type DiaryRow,
  type HoldFields,
  type HoldRow,
  isFixed,
  type RowFields,
  type RowKind,
  type WaitlistRow,
} from './row.ts';
import type { MoveTerms } from './terms.ts';

/** The other fields of a hold, as they are stored. */
export interface HoldTerms extends Pick<HoldRow, 'keyId' | 'waitingId'> {
  /** Left out where there is none. */
  readonly move?: MoveTerms | undefined;
}

/** The other fields of a waitlist entry, as they are stored. */
export type WaitingTerms = Pick<WaitlistRow, 'toMs' | 'mode' | 'position' | 'holdId' | 'keyId' | 'facts'>;

/** One or the other. */
export type Terms = HoldTerms | WaitingTerms;

/** The columns of a row that every kind has. */
export interface StoredColumns extends RowFields {
  /** Tells which other fields there are. */
  readonly kind: RowKind;
  /** The diary shows it so, and a storage guards by it. */
  readonly pinned: boolean;
}

/** A row as it is stored. */
export interface StoredRow extends StoredColumns {
  /** Of a hold or a waitlist entry; left out of any other row. */
  readonly terms?: Terms;
}

/**
 * The times of a visit, and what of the booking the diary shows otherwise while its party sits (D41): a storage reads the diary from the columns of its rows,
 * and guards by them.
 */
interface StoredVisit extends VisitTimes {
  readonly own?: Pick<Booking, 'startMs' | 'pinned'>;
}

/** The row as it is stored: a booking itself, unless its party sits. */
export function toStored(row: DiaryRow): StoredRow {
  switch (row.kind) {
    case 'booking':
      return isSeated(row) ? seatedColumns(row) : row;
    case 'block':
      return { ...row, pinned: true };
    case 'hold': {
      const { expiresMs: _, claim: _claim, yielded: _yielded, keyId, waitingId, move, ...columns } = row;
      return { ...columns, pinned: isFixed(row), terms: { keyId, waitingId, ...(move && { move }) } };
    }
    case 'waiting': {
      const { toMs, mode, position, holdId, keyId, facts, ...columns } = row;
      const terms = { toMs, mode, position, holdId, keyId, ...(facts && { facts }) };
      return { ...columns, pinned: false, terms };
    }
  }
}

function seatedColumns(booking: Booking): StoredColumns {
  const { startMs, pinned } = toDiary(booking);
  const visit: StoredVisit = { ...booking.visit, own: { startMs: booking.startMs, pinned: booking.pinned } };
  return { ...booking, startMs, pinned, visit };
}

/** The row that {@link toStored} has made columns of. `terms` is null or left out for a booking and a block. */
export function fromStored(columns: StoredColumns, terms?: Terms | null): DiaryRow {
  switch (columns.kind) {
    case 'booking': {
      const { own, ...visit }: StoredVisit = columns.visit;
      return { ...columns, kind: 'booking', ...(own && { ...own, visit }) };
    }
    case 'block': {
      const { pinned: _, ...fields } = columns;
      return { ...fields, kind: 'block' };
    }
    case 'hold': {
      const { pinned: _, ...fields } = columns;
      if (!terms || !('waitingId' in terms)) throw withoutTerms(columns);
      const { keyId, waitingId, move = null } = terms;
      return { ...fields, ...holdFieldsOf(columns), keyId, waitingId, move };
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

/** The entry of the diary that the columns of a row show. The id determines its kind, and that of a block its party. */
export function toEntry(columns: Entry): DiaryBooking {
  const { id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator } = columns;
  const kind = pendingKindOf(id) ?? (partySize === 0 ? 'block' : 'booking');
  if (kind === 'hold') return { ...columns, ...holdFieldsOf(columns), isForMove: isMoveHoldId(id) };
  return { id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator, kind };
}

/** What the columns of a hold say of it. One that is no longer live keeps no place. */
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

/** The holds that count for API keys, from the ids of holds and the keys in their terms. */
export function toKeyHolds(holds: Iterable<readonly [holdId: string, keyId: string]>): KeyHolds {
  return new Map(Array.from(holds, ([id, keyId]) => [id, { keyId, expiresMs: expiresMsOf(id) }]));
}

/** The position of a row among those of its location: by service date, start of the table occupancy, creation and id. */
export function positionOf(row: DiaryRow): Pick<Booking, 'serviceDate' | 'startMs' | 'createdMs' | 'id'> {
  const { serviceDate, createdMs, id } = row;
  return { serviceDate, startMs: toDiary(row).startMs, createdMs, id };
}
