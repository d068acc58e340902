import {
  type Booking,
  type BookingStatus,
  changedSecondsOf,
  type Channel,
  type DiaryBooking,
  type DiaryRow,
  emailKeyOf,
  fromStored,
  type Guest,
  type GuestData,
  isBegun,
  type Language,
  NO_VISIT,
  type RowKind,
  type Source,
  type StoredColumns,
  type Terms,
  toEntry,
  toStored,
  type VisitTimes,
} from '@bord/engine/storage';
import type { Stored } from './columns.ts';

/** A booking as its table has it. Guest data has columns of its own, so that it can be found and erased. */
export interface BookingRow {
  readonly id: string;
  readonly location_id: string;
  readonly service_date: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly blocked_until_ms: number;
  readonly party_size: number;
  readonly tables: string;
  readonly pinned: number;
  readonly status: BookingStatus;
  readonly source: Source;
  readonly channel: Channel;
  readonly partner_booking_ref: string | null;
  readonly idempotency_key: string | null;
  readonly guest_name: string;
  readonly guest_email: string | null;
  readonly guest_phone: string | null;
  readonly guest_notes: string | null;
  readonly guest_language: Language | null;
  readonly manage_token_hash: string | null;
  readonly created_ms: number;
  readonly last_event_seconds: string;
  /** When it last changed for its partner; null where another version has written the row. */
  readonly changed_seconds: number | null;
  readonly kind: RowKind;
  readonly visit: string | null;
  readonly history: string | null;
  /** Her address as it is compared; null also where another version has written the row. */
  readonly guest_email_key: string | null;
  readonly former_guests: string | null;
  readonly terms: string | null;
  readonly area: string | null;
}

/** What is the guest's: in the order of {@link guestValuesOf}. */
const GUEST_COLUMNS: readonly (keyof BookingRow)[] = [
  'guest_name',
  'guest_email',
  'guest_phone',
  'guest_notes',
  'guest_language',
  'manage_token_hash',
  'guest_email_key',
  'former_guests',
];

const COLUMNS: readonly (keyof BookingRow)[] = [
  'id',
  'location_id',
  'service_date',
  'start_ms',
  'end_ms',
  'blocked_until_ms',
  'party_size',
  'tables',
  'pinned',
  'status',
  'source',
  'channel',
  'partner_booking_ref',
  'idempotency_key',
  'created_ms',
  'last_event_seconds',
  'changed_seconds',
  ...GUEST_COLUMNS,
  'kind',
  'visit',
  'history',
  'terms',
  'area',
];

/** What most new bookings leave as it is by default: they come last, so that an insert need not name them. */
const DEFAULTED = ['former_guests', 'kind', 'visit', 'history', 'terms', 'area'];

/** In the order of {@link plainValuesOf}. */
const PLAIN_COLUMNS = COLUMNS.slice(0, -DEFAULTED.length);

const placeholders = (columns: readonly string[]): string => columns.map(() => '?').join(', ');

const insertInto = (columns: readonly string[]): string => `
  INSERT INTO bookings (${columns.join(', ')}, change_no) VALUES (${placeholders(columns)}, ?) ON CONFLICT (id) DO NOTHING`;

/** Saves a new booking; changes nothing when its id is known. Its position among the changes comes after {@link valuesOf}. */
export const INSERT_BOOKING = insertInto(COLUMNS);

/** The same for one that {@link isPlain}; it is given {@link plainValuesOf}. */
export const INSERT_PLAIN_BOOKING = insertInto(PLAIN_COLUMNS);

/** After the values come `last_event_seconds` again, the change's position, which is set only if they differ, and the id. */
export const UPDATE_BOOKING = `
  UPDATE bookings SET
    (${COLUMNS.join(', ')}) = (${placeholders(COLUMNS)}),
    change_no = CASE WHEN last_event_seconds = ? THEN change_no ELSE ? END
  WHERE id = ?`;

/** Replaces what is the guest's; the booking's id comes after {@link guestValuesOf}. */
export const ERASE_GUEST = `
  UPDATE bookings SET (${GUEST_COLUMNS.join(', ')}) = (${placeholders(GUEST_COLUMNS)}),
    terms = CASE WHEN terms ->> '$.visitor.network' IS NULL THEN terms ELSE json_set(terms, '$.visitor.network', NULL) END
  WHERE id = ?`;

/** Whether nothing has come of a booking yet that {@link INSERT_PLAIN_BOOKING} leaves out. */
export function isPlain(row: DiaryRow): row is Booking {
  if (row.kind !== 'booking' || row.area !== undefined || row.visitor) return false;
  return !isBegun(row.visit) && row.history.length === 0 && row.formerGuests.length === 0;
}

export function valuesOf(row: DiaryRow): Stored[] {
  const columns = toStored(row);
  return [
    ...plainValuesOf(columns),
    orNull(columns.formerGuests),
    columns.kind,
    isBegun(columns.visit) ? JSON.stringify(columns.visit) : null,
    orNull(columns.history),
    columns.terms ? JSON.stringify(columns.terms) : null,
    row.area ?? null,
  ];
}

/** All of {@link valuesOf} but what is by default. */
export function plainValuesOf(booking: StoredColumns): Stored[] {
  return [
    booking.id,
    booking.locationId,
    booking.serviceDate,
    booking.startMs,
    booking.endMs,
    booking.blockedUntilMs,
    booking.partySize,
    JSON.stringify(booking.tables),
    booking.pinned ? 1 : 0,
    booking.status,
    booking.source,
    booking.channel,
    booking.partnerBookingRef,
    booking.idempotencyKey,
    booking.createdMs,
    JSON.stringify(booking.lastEventSeconds),
    changedSecondsOf(booking),
    ...plainGuestValuesOf(booking),
  ];
}

export function guestValuesOf(data: GuestData): Stored[] {
  return [...plainGuestValuesOf(data), orNull(data.formerGuests)];
}

/** The address is kept once more as it is compared. */
function plainGuestValuesOf({ guest, manageTokenHash }: GuestData): Stored[] {
  return [
    guest.name,
    guest.email,
    guest.phone,
    guest.notes,
    guest.language,
    manageTokenHash,
    guest.email === null ? null : emailKeyOf(guest.email),
  ];
}

/** A list as JSON; null for an empty one, which most are. */
function orNull(list: readonly unknown[]): string | null {
  return list.length > 0 ? JSON.stringify(list) : null;
}

export function fromRow(row: BookingRow): DiaryRow {
  const columns: StoredColumns = {
    id: row.id,
    kind: row.kind,
    locationId: row.location_id,
    serviceDate: row.service_date,
    startMs: row.start_ms,
    endMs: row.end_ms,
    blockedUntilMs: row.blocked_until_ms,
    partySize: row.party_size,
    tables: JSON.parse(row.tables) as string[],
    pinned: row.pinned === 1,
    status: row.status,
    source: row.source,
    channel: row.channel,
    partnerBookingRef: row.partner_booking_ref,
    idempotencyKey: row.idempotency_key,
    guest: {
      name: row.guest_name,
      email: row.guest_email,
      phone: row.guest_phone,
      notes: row.guest_notes,
      language: row.guest_language,
    },
    manageTokenHash: row.manage_token_hash,
    visit: row.visit === null ? NO_VISIT : (JSON.parse(row.visit) as VisitTimes),
    history: row.history === null ? [] : (JSON.parse(row.history) as DiaryRow['history']),
    formerGuests: row.former_guests === null ? [] : (JSON.parse(row.former_guests) as Guest[]),
    createdMs: row.created_ms,
    lastEventSeconds: JSON.parse(row.last_event_seconds) as DiaryRow['lastEventSeconds'],
  };
  return fromStored(columns, row.terms === null ? null : (JSON.parse(row.terms) as Terms));
}

/** What the diary reads of a booking. */
export type DiaryColumns = Pick<
  BookingRow,
  'id' | 'start_ms' | 'blocked_until_ms' | 'party_size' | 'tables' | 'pinned' | 'source' | 'area'
>;

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
