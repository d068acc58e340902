import {
  type Column,
  type Columns,
  type Delivery,
  type DeliveryRecord,
  type DiaryBooking,
  type DiaryRow,
  emailKeyOf,
  fromStored,
  fromStoredAttempt,
  type Guest,
  type GuestData,
  isBegun,
  type LeasedDelivery,
  type LocalDate,
  type LoggedEvent,
  NO_VISIT,
  plain,
  type Row,
  rowFormat,
  type StoredAttempt,
  type StoredColumns,
  type Terms,
  toEntry,
  toStored,
  type VisitTimes,
} from '@bord/engine/storage';

/** timestamptz: an instant in milliseconds; null if the field can be null. */
export function time<Value extends number | null>(name: string): Column<Value> {
  return {
    name,
    write: (ms) => (ms === null ? null : instant(ms)),
    read: (stored) => toMs(stored as Date | string | null) as Value,
  };
}

/** A local date as a parameter: PostgreSQL has no year 0 and writes it as the year before the year 1. */
export function dateParameter(date: LocalDate): string {
  return date.startsWith('0000-') ? `${date.replace('0000', '0001')} BC` : date;
}

/** The first instants of the years 1 and 10,000: outside, PostgreSQL does not read years in the format of ISO 8601. */
const [FIRST_MS, END_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('+010000-01-01T00:00:00Z')];

/** Milliseconds as a timestamptz parameter; before the year 1 and after 9999 an infinite one, because no stored instant is there. */
export function instant(ms: number): string {
  if (ms < FIRST_MS) return '-infinity';
  if (ms >= END_MS) return 'infinity';
  return new Date(ms).toISOString();
}

/** The driver returns a timestamptz as a date; JSON has it as text. */
function toMs(stored: Date | string | null): number | null {
  if (typeof stored !== 'string') return stored && stored.getTime();
  return stored.endsWith('infinity') ? (stored.startsWith('-') ? -Infinity : Infinity) : Date.parse(stored);
}

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

/** Guest data has separate columns, so that it can be found and erased. */
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

/** The guest's columns of a booking. The e-mail address is stored again in its comparable form. */
export function guestRowOf(data: GuestData): Row {
  const { email } = data.guest;
  const key = email === null ? {} : { guest_email_key: emailKeyOf(email) };
  return Object.assign(GUEST.row(data.guest), LINK.row(data), key);
}

/** All possible columns of {@link guestRowOf}: `guest_name, …`. */
export const GUEST_COLUMNS = `${GUEST.columns}, ${LINK.columns}, guest_email_key`;

export function toRow(row: DiaryRow): Row {
  const stored = toStored(row);
  return Object.assign(VISIT.row(stored), guestRowOf(row), stored.terms && { terms: stored.terms });
}

/** A new row: its empty history is omitted. */
export function toNewRow(row: DiaryRow): Row {
  return Object.assign(toRow(row), row.history.length === 0 && { history: undefined });
}

/** Reads a row from PostgreSQL's JSON format. */
export function fromRow(row: Row): DiaryRow {
  const columns = LINK.addTo(VISIT.addTo({ guest: GUEST.record(row) }, row), row);
  return fromStored(columns, row['terms'] as Terms | null);
}

/** An entry of the diary as the function `read_diary` returns it. */
export type DiaryEntry = readonly [
  id: string,
  startMs: number,
  blockedUntilMs: number,
  partySize: number,
  tables: readonly string[],
  pinned: 0 | 1,
  byOperator: 0 | 1,
  area?: string,
];

export function toDiaryBooking(entry: DiaryEntry): DiaryBooking {
  const [id, startMs, blockedUntilMs, partySize, tables, pinned, byOperator, area] = entry;
  return toEntry({
    id,
    startMs,
    blockedUntilMs,
    partySize,
    tables,
    pinned: pinned === 1,
    byOperator: byOperator === 1,
    area,
  });
}

const MESSAGE: Columns<Omit<Delivery, 'covers'>> = {
  id: plain('id'),
  queue: plain('lane'),
  locationId: plain('location_id'),
  bookingId: plain('booking_id'),
  eventId: plain('event_id'),
  body: plain('body'),
  dueMs: time('due_at'),
};

/** An event for subscribers among the messages of a step: `add_deliveries` recognises it by its lane. */
export function eventRow({ locationId, bookingId, body }: LoggedEvent): Row {
  return { lane: 'events', location_id: locationId, booking_id: bookingId, body };
}

export const NEW_DELIVERY = rowFormat<Delivery>({
  ...MESSAGE,
  covers: {
    name: 'covers',
    write: (range) => (range ? `[${range.from},${range.to}]` : null),
  },
});

export const DELIVERY = rowFormat<Omit<DeliveryRecord, 'covers'>>({
  ...MESSAGE,
  dueMs: time('due_at'),
  state: plain('state'),
  createdMs: time('created_at'),
  failures: plain('failures'),
  attempts: { name: 'attempts', read: (stored) => (stored as StoredAttempt[]).map(fromStoredAttempt) },
});

/** A delivery as its worker sees it. */
export const LEASED = rowFormat<Omit<LeasedDelivery, 'covers'>>({
  ...MESSAGE,
  lease: plain('lease'),
  failures: plain('failures'),
});
