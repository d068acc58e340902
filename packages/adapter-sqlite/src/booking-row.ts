import {
  type Booking,
  changedSecondsOf,
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
  plain,
  type Row,
  rowFormat,
} from '@bord/engine/storage';
import { flag, json, list, placeholders } from './columns.ts';

/** Every insert of a booking names these columns. */
const PLAIN = rowFormat<Omit<StoredColumns, keyof GuestData | 'kind' | 'visit' | 'history'>>({
  id: plain('id'),
  locationId: plain('location_id'),
  serviceDate: plain('service_date'),
  startMs: plain('start_ms'),
  endMs: plain('end_ms'),
  blockedUntilMs: plain('blocked_until_ms'),
  partySize: plain('party_size'),
  tables: json('tables'),
  pinned: flag('pinned'),
  status: plain('status'),
  source: plain('source'),
  channel: plain('channel'),
  partnerBookingRef: plain('partner_booking_ref'),
  idempotencyKey: plain('idempotency_key'),
  createdMs: plain('created_ms'),
  lastEventSeconds: json('last_event_seconds'),
});

/** Guest data has separate columns, so that it can be found and erased. */
const GUEST = rowFormat<Guest>({
  name: plain('guest_name'),
  email: plain('guest_email'),
  phone: plain('guest_phone'),
  notes: plain('guest_notes'),
  language: plain('guest_language'),
});

/** Most new bookings have the defaults of these columns: they come last, so that an insert can omit them. */
const DEFAULTED = rowFormat<
  Pick<StoredColumns, 'formerGuests' | 'kind' | 'visit' | 'history'> & { readonly terms: Terms | null }
>({
  formerGuests: list('former_guests'),
  kind: plain('kind'),
  visit: {
    name: 'visit',
    write: (visit) => (isBegun(visit) ? JSON.stringify(visit) : null),
    read: (stored) => (stored === null ? NO_VISIT : (JSON.parse(stored as string) as VisitTimes)),
  },
  history: list('history'),
  terms: json('terms'),
});

/** In the order of {@link guestValuesOf}. */
const GUEST_COLUMNS = `${GUEST.columns}, manage_token_hash, guest_email_key, former_guests`;

/** In the order of {@link plainValuesOf}. */
const PLAIN_COLUMNS = `${PLAIN.columns}, changed_seconds, ${GUEST.columns}, manage_token_hash, guest_email_key`;

const COLUMNS = `${PLAIN_COLUMNS}, ${DEFAULTED.columns}, area`;

const insertInto = (columns: string): string => `
  INSERT INTO bookings (${columns}, change_no) VALUES (${placeholders(columns)}, ?) ON CONFLICT (id) DO NOTHING`;

/** Saves a new booking; has no effect if its id exists. Its position among the changes comes after {@link valuesOf}. */
export const INSERT_BOOKING = insertInto(COLUMNS);

/** The same for a booking that {@link isPlain}, with {@link plainValuesOf}. */
export const INSERT_PLAIN_BOOKING = insertInto(PLAIN_COLUMNS);

/** After the values come `last_event_seconds` again, the change's position, which is set only if they differ, and the id. */
export const UPDATE_BOOKING = `
  UPDATE bookings SET
    (${COLUMNS}) = (${placeholders(COLUMNS)}),
    change_no = CASE WHEN last_event_seconds = ? THEN change_no ELSE ? END
  WHERE id = ?`;

/** Replaces the guest's data; the booking's id comes after {@link guestValuesOf}. */
export const ERASE_GUEST = `
  UPDATE bookings SET (${GUEST_COLUMNS}) = (${placeholders(GUEST_COLUMNS)}),
    terms = CASE WHEN terms ->> '$.visitor.network' IS NULL THEN terms ELSE json_set(terms, '$.visitor.network', NULL) END
  WHERE id = ?`;

/** Whether all columns that {@link INSERT_PLAIN_BOOKING} omits have their defaults. */
export function isPlain(row: DiaryRow): row is Booking {
  if (row.kind !== 'booking' || row.area !== undefined || row.visitor) return false;
  return !isBegun(row.visit) && row.history.length === 0 && row.formerGuests.length === 0;
}

export function valuesOf(row: DiaryRow): unknown[] {
  const { terms = null, ...columns } = toStored(row);
  return [...plainValuesOf(columns), ...DEFAULTED.values({ ...columns, terms }), row.area ?? null];
}

/** {@link valuesOf} without the defaults. */
export function plainValuesOf(booking: StoredColumns): unknown[] {
  return [...PLAIN.values(booking), changedSecondsOf(booking), ...guestValuesOf(booking).slice(0, -1)];
}

/** The e-mail address is stored again in its comparable form. */
export function guestValuesOf({ guest, manageTokenHash, formerGuests }: GuestData): unknown[] {
  const key = guest.email === null ? null : emailKeyOf(guest.email);
  const former = formerGuests.length > 0 ? JSON.stringify(formerGuests) : null;
  return [...GUEST.values(guest), manageTokenHash, key, former];
}

/** @param row with all columns of `bookings` */
export function fromRow(row: Row): DiaryRow {
  const manageTokenHash = row['manage_token_hash'] as string | null;
  const columns = PLAIN.addTo({ guest: GUEST.record(row), manageTokenHash }, row);
  const { terms, ...defaulted } = DEFAULTED.record(row);
  return fromStored({ ...columns, ...defaulted }, terms);
}

/** The columns of a booking in the diary. */
export interface DiaryColumns {
  readonly id: string;
  readonly start_ms: number;
  readonly blocked_until_ms: number;
  readonly party_size: number;
  readonly tables: string;
  readonly pinned: number;
  readonly source: string;
  readonly area: string | null;
}

export function toDiaryBooking(row: DiaryColumns): DiaryBooking {
  return toEntry({
    id: row.id,
    startMs: row.start_ms,
    blockedUntilMs: row.blocked_until_ms,
    partySize: row.party_size,
    tables: JSON.parse(row.tables) as string[],
    pinned: row.pinned === 1,
    byOperator: row.source === 'operator',
    area: row.area ?? undefined,
  });
}
