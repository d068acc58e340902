import {
  type BookingChange,
  changedSecondsOf,
  CHANGES_EXAMINED_MAX,
  type ChangeList,
  type ChangesRequest,
  type DiaryRow,
  isBooking,
  isListed,
  isWantedChange,
  listStart,
  positionBehind,
  type Row,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { fromRow } from './booking-row.ts';
import { reading } from './errors.ts';

type NumberedRow = Row & {
  readonly change_no: number;
  readonly location_id: string;
  readonly service_date: string;
  readonly partner_booking_ref: string | null;
  /** Null if another version has written the row. */
  readonly changed_seconds: number | null;
};

/** Assigns a position to the change of a row, in the transaction of the step (D48); null for a row that no list contains. */
export function changeNumbers(database: Database): (row: DiaryRow) => number | null {
  const last = lastPosition(database);
  const mark = database.prepare<[string, number]>(
    'INSERT INTO change_marks (channel, last_no) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_no = excluded.last_no',
  );
  return (booking) => {
    if (!isListed(booking)) return null;
    const position = positionBehind(last.get(booking.channel) ?? 0, changedSecondsOf(booking));
    mark.run(booking.channel, position);
    return position;
  };
}

function lastPosition(database: Database) {
  return database.prepare<[string], number>('SELECT last_no FROM change_marks WHERE channel = ?').pluck();
}

/** The changes of a channel in their order (D33). One process writes at a time, so a reader that sees a position sees all before it. */
export function sqliteChanges(database: Database): (request: ChangesRequest) => Promise<ChangeList> {
  const lastOf = lastPosition(database);
  const numbered = database.prepare<[string, number, number], NumberedRow>(
    `SELECT * FROM bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = ? AND change_no > ?
     ORDER BY change_no LIMIT ?`,
  );
  const list = database.transaction((request: ChangesRequest): ChangeList => {
    const { channel, limit, filter } = request;
    const last = lastOf.get(channel) ?? 0;
    const start = listStart(request, last);
    const changes: BookingChange[] = [];
    let through = Math.min(start, last);
    let examined = 0;
    for (const row of numbered.iterate(channel, start, CHANGES_EXAMINED_MAX)) {
      if (changes.length === limit) return { changes, through, hasMore: true };
      examined += 1;
      through = row.change_no;
      const isWanted = isWantedChange(filter, {
        locationId: row.location_id,
        serviceDate: row.service_date,
        partnerBookingRef: row.partner_booking_ref,
        changedSeconds: row.changed_seconds ?? 0,
      });
      const booking = isWanted && fromRow(row);
      if (booking && isBooking(booking)) changes.push({ booking, position: through });
    }
    return { changes, through, hasMore: examined === CHANGES_EXAMINED_MAX };
  });
  return (request) => reading(() => list(request));
}
