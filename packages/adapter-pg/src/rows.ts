import {
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
  type StoredAttempt,
  type StoredColumns,
  type Terms,
  toEntry,
  toStored,
  type VisitTimes,
} from '@bord/engine/storage';

/** A row as the driver returns it, or as PostgreSQL writes and reads it as JSON, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** How a field of a record is kept. What is read and written as it is has no functions. */
export interface Column<Value> {
  readonly name: string;
  readonly write?: (value: Value) => unknown;
  readonly read?: (stored: unknown) => Value;
}

export type Columns<Fields> = { readonly [Field in keyof Fields]-?: Column<Fields[Field]> };

/** Text, number, boolean, a list or JSON; null where the field may be. */
export function plain<Value>(name: string): Column<Value> {
  return { name };
}

/** timestamptz: an instant in milliseconds; null where the field may be. */
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

/** The first instant of the year 1, and that of the year 10,000: outside, ISO 8601 writes years as PostgreSQL does not read them. */
const [FIRST_MS, END_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('+010000-01-01T00:00:00Z')];

/** Milliseconds as a parameter of the type timestamptz; before the year 1 and after the year 9999 an infinite one, as nothing is stored there. */
export function instant(ms: number): string {
  if (ms < FIRST_MS) return '-infinity';
  if (ms >= END_MS) return 'infinity';
  return new Date(ms).toISOString();
}

/** The driver reads a timestamptz as a date; as JSON it is text. */
function toMs(stored: Date | string | null): number | null {
  if (typeof stored !== 'string') return stored && stored.getTime();
  return stored.endsWith('infinity') ? (stored.startsWith('-') ? -Infinity : Infinity) : Date.parse(stored);
}

export interface RowFormat<Fields> {
  /** `location_id, id, …` */
  readonly columns: string;
  /** A record as PostgreSQL reads it as JSON, without what is null: what a row does not have is read as null there. */
  row(record: Fields): Row;
  /** What a row says, which has these columns and perhaps others. */
  record(row: Row): Fields;
  addTo<Other extends object>(record: Other, row: Row): Other & Fields;
}

export function rowFormat<Fields extends object>(columns: Columns<Fields>): RowFormat<Fields> {
  const fields = Object.keys(columns) as (keyof Fields)[];
  const list = fields.map((field) => columns[field]);
  const names = list.map(({ name }) => name);
  const reads = list.map(({ read }) => read);
  const writes = list.map(({ write }) => write as ((value: unknown) => unknown) | undefined);
  function addTo<Other extends object>(record: Other, row: Row): Other & Fields {
    const filled = record as Other & Fields;
    for (let i = 0; i < fields.length; i++) {
      const read = reads[i];
      const stored = row[names[i]!];
      filled[fields[i]!] = (read ? read(stored) : stored) as (Other & Fields)[keyof Fields];
    }
    return filled;
  }
  return {
    columns: names.join(', '),
    row(record) {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < fields.length; i++) {
        const write = writes[i];
        const value = record[fields[i]!];
        const stored = write ? write(value) : value;
        if (stored !== null) row[names[i]!] = stored;
      }
      return row;
    },
    record: (row) => addTo({}, row),
    addTo,
  };
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

const FAILURES: Columns<Pick<DeliveryRecord, 'failures'>> = { failures: plain('failures') };

/** An event for subscribers among the messages of a step: `add_deliveries` recognizes it by its lane. */
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
  ...FAILURES,
  attempts: { name: 'attempts', read: (stored) => (stored as StoredAttempt[]).map(fromStoredAttempt) },
});

/** A delivery as whoever leases it sees it. */
export const LEASED = rowFormat<Omit<LeasedDelivery, 'covers'>>({
  ...MESSAGE,
  lease: plain('lease'),
  ...FAILURES,
});
