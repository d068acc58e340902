import {
  type DiaryBooking,
  type DiaryRow,
  emailKeyOf,
  fromStored,
  type Guest,
  type GuestData,
  isBegun,
  NO_VISIT,
  type StoredColumns,
  type Terms,
  toEntry,
  toStored,
  type VisitTimes,
} from '@bord/engine/storage';
import { plain, type Row, rowFormat, time } from './columns.ts';

const VISIT = rowFormat<Omit<StoredColumns, keyof GuestData>>({
  id: plain('id'),
  kind: { name: 'kind', write: (kind) => (kind === 'booking' ? null : kind) },
  locationId: plain('location_id'),
  serviceDate: plain('service_date'),
  startMs: time('starts_at'),
  endMs: time('ends_at'),
  blockedUntilMs: time('blocked_until'),
  partySize: plain('party_size'),
  tables: plain('tables'),
  pinned: plain('pinned'),
  status: plain('status'),
  source: plain('source'),
  channel: plain('channel'),
  partnerBookingRef: plain('partner_booking_ref'),
  idempotencyKey: plain('idempotency_key'),
  visit: {
    name: 'visit',
    write: (visit) => (isBegun(visit) ? visit : null),
    read: (stored) => (stored as VisitTimes | null) ?? NO_VISIT,
  },
  history: { name: 'history', read: (stored) => (stored as DiaryRow['history'] | null) ?? [] },
  createdMs: time('created_at'),
  lastEventSeconds: plain('last_event_seconds'),
});

/** What is the guest's has columns of its own, so that it can be found and erased. */
const GUEST = rowFormat<Guest>({
  name: plain('guest_name'),
  email: plain('guest_email'),
  phone: plain('guest_phone'),
  notes: plain('guest_notes'),
  language: plain('guest_language'),
});

const LINK = rowFormat<Omit<GuestData, 'guest'>>({
  manageTokenHash: plain('manage_token_hash'),
  formerGuests: {
    name: 'former_guests',
    write: (guests) => (guests.length > 0 ? guests : null),
    read: (stored) => (stored as readonly Guest[] | null) ?? [],
  },
});

/** What of a booking is its guest's, as its table has it. The address is kept once more as it is compared. */
export function guestRowOf(data: GuestData): Row {
  const { email } = data.guest;
  const key = email === null ? {} : { guest_email_key: emailKeyOf(email) };
  return Object.assign(GUEST.row(data.guest), LINK.row(data), key);
}

/** What {@link guestRowOf} may have in it: `guest_name, …`. */
export const GUEST_COLUMNS = `${GUEST.columns}, ${LINK.columns}, guest_email_key`;

export function toRow(row: DiaryRow): Row {
  const stored = toStored(row);
  return Object.assign(VISIT.row(stored), guestRowOf(row), stored.terms && { terms: stored.terms });
}

/** A row that was not there before: it has no history to be kept, and mostly none. */
export function toNewRow(row: DiaryRow): Row {
  return Object.assign(toRow(row), row.history.length === 0 && { history: undefined });
}

/** Reads a row as PostgreSQL writes it as JSON. */
export function fromRow(row: Row): DiaryRow {
  const columns = LINK.addTo(VISIT.addTo({ guest: GUEST.record(row) }, row), row);
  return fromStored(columns, row['terms'] as Terms | null);
}

/** An entry of the diary as the function `diary_between` writes it. */
export type DiaryEntry = readonly [
  id: string,
  startMs: number,
  blockedUntilMs: number,
  partySize: number,
  tables: readonly string[],
  pinned: 0 | 1,
  byOperator: 0 | 1,
];

export function toDiaryBooking(entry: DiaryEntry): DiaryBooking {
  const [id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator] = entry;
  return toEntry({
    id,
    startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: pinned === 1,
    byOperator: byOperator === 1,
  });
}
