import {
  allReseated,
  type Amendment,
  type BookingPageRequest,
  type BookingStore,
  type DiaryBooking,
  type DiaryRow,
  type Snapshot,
  type DiaryScope,
  HISTORY_MAX,
  type Interval,
  isChange,
  isLive,
  isPending,
  type KeyHolds,
  type LocalDate,
  type PendingRow,
  type Rule,
  savedRows,
  StaleStepError,
  toDiary,
  toKeyHolds,
  type Visibility,
  type Row,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import {
  INSERT_BOOKING,
  INSERT_PLAIN_BOOKING,
  isPlain,
  plainValuesOf,
  fromRow,
  UPDATE_BOOKING,
  valuesOf,
} from './booking-row.ts';
import { changeNumbers, sqliteChanges } from './booking-changes.ts';
import type { DiaryReader } from './working-snapshot.ts';
import type { EventWriter } from './event-log.ts';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import { sqliteRefusals } from './refusals.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

/** SQLite has one writer at a time, so steps never interleave and dates need no locks. */
export function sqliteBookings(
  database: Database,
  commits: GroupCommit<Shared>,
  readDiary: DiaryReader,
  save: AmendmentWriter,
): BookingStore {
  const read = bookingReader(database);
  const refusals = sqliteRefusals(database);
  return {
    amend: <R>(scope: DiaryScope, rule: Rule<R>) => {
      const { locationId } = scope;
      return commits.run((shared) => {
        const { snapshots } = shared;
        if (snapshots.revisionOf(locationId) !== scope.locationRevision) throw new StaleStepError();
        const snapshot = {
          ...snapshots.read(scope),
          named: read.named(scope),
          also: (scope.also ?? []).flatMap((id) => read.row(id) ?? []),
          endpoints: snapshots.endpoints(),
          ...(scope.holds && { holds: read.holds(locationId, scope.holds) }),
        };
        const amendment = rule(snapshot);
        save(locationId, snapshot, amendment);
        if (amendment.refusal) refusals.add(amendment.refusal);
        snapshots.evolve(locationId, amendment); // last, because an error before undoes the changes
        if (isChange(amendment)) shared.changed();
        return amendment;
      }, locationId);
    },
    diary: (locationId: string, interval: Interval) => reading(() => readDiary(locationId, interval)),
    refusals: (locationId: string, interval: Interval) =>
      reading(() => refusals.within(locationId, interval)),
    purgeRefusals: (requestedBeforeMs: number, limit: number) =>
      commits.run(() => refusals.purge(requestedBeforeMs, limit)),
    find: (bookingId: string, visibility: Visibility | null) =>
      reading(() => read.visible(bookingId, visibility)),
    pending: (locationId: string | null) => reading(() => read.pending(locationId)),
    liveCreatedBefore: (locationId: string, createdMs: number, limit: number) =>
      reading(() => read.liveCreatedBefore(locationId, createdMs, limit)),
    changes: sqliteChanges(database),
    page: (locationId: string, request: BookingPageRequest) => reading(() => read.page(locationId, request)),
    list: (locationId: string, serviceDate?: LocalDate) =>
      reading(() => read.ofLocation(locationId, serviceDate)),
  };
}

/** Along the index of the service dates; at its end only the rest of a page is sorted. */
const PAGE = `
  SELECT * FROM bookings
  WHERE location_id = ? AND (service_date, start_ms, created_ms, id) > (?, ?, ?, ?)`;
const IN_ORDER = 'ORDER BY service_date, start_ms, created_ms, id LIMIT ?';

function bookingReader(database: Database) {
  const byId = database.prepare<[string], Row>('SELECT * FROM bookings WHERE id = ?');
  const byKey = database.prepare<[string, string], Row>(
    'SELECT * FROM bookings WHERE location_id = ? AND idempotency_key = ?',
  );
  const byIdWithin = database.prepare<[string, string | null, string], Row>(
    'SELECT * FROM bookings WHERE id = ? AND channel = coalesce(?, channel) AND location_id IN (SELECT value FROM json_each(?))',
  );
  // Without an index: it runs once a night, and an index would slow every booking.
  const liveCreatedBefore = database
    .prepare<[string, number, number], string>(
      `SELECT id FROM bookings WHERE location_id = ? AND status = 'confirmed' AND kind = 'booking' AND created_ms < ?
       ORDER BY created_ms LIMIT ?`,
    )
    .pluck();
  const pending = database.prepare<[string | null, string | null], Row>(
    `SELECT * FROM bookings WHERE terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed' AND (? IS NULL OR location_id = ?) ORDER BY id`,
  );
  const holds = database
    .prepare<[string, string, number], [string, string, number | null]>(
      `SELECT id, terms ->> 'keyId', NULL FROM bookings WHERE terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed' AND kind = 'hold'
         AND tables <> '[]' AND location_id = ? AND terms ->> 'keyId' IS NOT NULL
       UNION ALL
       SELECT id, terms ->> '$.visitor.network', created_ms FROM bookings
       WHERE kind = 'booking' AND terms ->> '$.visitor.network' IS NOT NULL AND location_id = ? AND blocked_until_ms > ?`,
    )
    .raw();
  const all = database.prepare<[string], Row>(
    'SELECT * FROM bookings WHERE location_id = ? ORDER BY start_ms, created_ms',
  );
  const ofDate = database.prepare<[string, LocalDate], Row>(
    'SELECT * FROM bookings WHERE location_id = ? AND service_date = ? ORDER BY start_ms, created_ms',
  );
  const page = database.prepare<(string | number)[], Row>(`${PAGE} ${IN_ORDER}`);
  const pageOfDate = database.prepare<(string | number)[], Row>(`${PAGE} AND service_date = ? ${IN_ORDER}`);
  return {
    row: (id: string): DiaryRow | null => orNull(byId.get(id)),
    named({ named, locationId }: DiaryScope): DiaryRow | null {
      if (named === null) return null;
      return orNull(
        'bookingId' in named ? byId.get(named.bookingId) : byKey.get(locationId, named.idempotencyKey),
      );
    },
    pending: (locationId: string | null): PendingRow[] =>
      pending.all(locationId, locationId).map(fromRow).filter(isPending),
    holds: (locationId: string, fromMs: number): KeyHolds =>
      toKeyHolds(holds.all(locationId, locationId, fromMs)),
    visible(bookingId: string, within: Visibility | null): DiaryRow | null {
      if (within === null) return orNull(byId.get(bookingId));
      return orNull(byIdWithin.get(bookingId, within.channel, JSON.stringify(within.locationIds)));
    },
    liveCreatedBefore: (locationId: string, createdMs: number, limit: number): string[] =>
      liveCreatedBefore.all(locationId, createdMs, limit),
    page(locationId: string, { serviceDate, after, limit }: BookingPageRequest): DiaryRow[] {
      const position = after ? [after.serviceDate, after.startMs, after.createdMs, after.id] : ['', 0, 0, ''];
      const rows =
        serviceDate === undefined
          ? page.all(locationId, ...position, limit)
          : pageOfDate.all(locationId, ...position, serviceDate, limit);
      return rows.map(fromRow);
    },
    ofLocation(locationId: string, date?: LocalDate): DiaryRow[] {
      return (date === undefined ? all.all(locationId) : ofDate.all(locationId, date)).map(fromRow);
    },
  };
}

function orNull(row: Row | undefined): DiaryRow | null {
  return row ? fromRow(row) : null;
}

/** Adds an entry to the history of a booking; beyond the limit the oldest is removed. */
const APPEND_TO_HISTORY = `
  UPDATE bookings SET history = json_insert(
    CASE WHEN json_array_length(history) >= ${HISTORY_MAX} THEN json_remove(history, '$[0]') ELSE coalesce(history, '[]') END,
    '$[#]', json(?)
  ) WHERE id = ?`;

/** Saves the amendment of a rule that saw a snapshot. */
export type AmendmentWriter = (
  locationId: string,
  snapshot: Pick<Snapshot, 'bookings'>,
  amendment: Omit<Amendment<unknown>, 'result'>,
) => void;

/** Bookings can trade tables: all changed ones release theirs before the first takes new ones. */
export function amendmentWriter(
  database: Database,
  writer: Pick<DeliveryWriter, 'write'>,
  writeEvents: EventWriter,
): AmendmentWriter {
  const numberOf = changeNumbers(database);
  const insert = database.prepare(INSERT_BOOKING);
  const insertPlain = database.prepare(INSERT_PLAIN_BOOKING);
  const update = database.prepare(UPDATE_BOOKING);
  const reseat = database.prepare('UPDATE bookings SET tables = ? WHERE id = ?');
  const lengthen = database.prepare(APPEND_TO_HISTORY);
  const seat = database.prepare(`
    INSERT INTO seatings (location_id, table_id, start_ms, end_ms, booking_id) VALUES (?, ?, ?, ?, ?)`);
  const vacate = database.prepare(`
    DELETE FROM seatings WHERE (location_id, table_id, start_ms, booking_id) IN (
      SELECT location_id, value, start_ms, bookings.id FROM bookings, json_each(bookings.tables)
      WHERE bookings.id = ? AND status = 'confirmed')`);

  function take(locationId: string, { id, tables, startMs, blockedUntilMs }: DiaryBooking): void {
    for (const table of tables) seat.run(locationId, table, startMs, blockedUntilMs, id);
  }

  function save(booking: DiaryRow): void {
    const number = numberOf(booking);
    const inserted = isPlain(booking)
      ? insertPlain.run(...plainValuesOf(booking), number)
      : insert.run(...valuesOf(booking), number);
    if (inserted.changes === 1) return;
    vacate.run(booking.id);
    update.run(...valuesOf(booking), JSON.stringify(booking.lastEventSeconds), number, booking.id);
  }

  return (locationId, snapshot, amendment) => {
    const { reseatings = [], deliveries = [], events = [] } = amendment;
    const saved = savedRows(amendment);
    const moved = allReseated(amendment, (bookingId) => snapshot.bookings.find(({ id }) => id === bookingId));
    for (const { id } of moved) vacate.run(id);
    for (const row of saved) save(row);
    for (const { id, tables } of moved) reseat.run(JSON.stringify(tables), id);
    for (const { bookingId, entry } of reseatings) if (entry) lengthen.run(JSON.stringify(entry), bookingId);
    for (const one of moved) take(locationId, one);
    for (const row of saved) if (isLive(row)) take(locationId, toDiary(row));
    writer.write(deliveries);
    writeEvents(events);
  };
}
