import {
  type BookingChange,
  CHANGES_EXAMINED_MAX,
  type ChangeList,
  type ChangesRequest,
  isWantedChange,
  positionBehind,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { type BookingRow, toBooking } from './booking-row.ts';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';

/** What a partner has of the bookings of a channel: the predicate of the index. */
const OWN = `kind = 'booking' AND channel <> 'operator' AND channel = ?`;

type NumberedRow = BookingRow & { readonly change_no: number };
interface PendingRow {
  readonly id: string;
  readonly seconds: number;
}

/** The changes of a channel in their order (D33). Numbers are given by the one who writes, so who sees one sees all before it. */
export function sqliteChanges<Shared>(database: Database, commits: Pick<GroupCommit<Shared>, 'run'>) {
  const numbered = database.prepare<[string, number, number], NumberedRow>(
    `SELECT * FROM bookings WHERE ${OWN} AND change_no > ? ORDER BY change_no LIMIT ?`,
  );
  const pending = database.prepare<[string, number], PendingRow>(
    `SELECT id, coalesce(changed_seconds, 0) AS seconds FROM bookings
     WHERE ${OWN} AND change_no IS NULL ORDER BY changed_seconds LIMIT ?`,
  );
  const mark = database
    .prepare<[string], number>('SELECT last_no FROM change_marks WHERE channel = ?')
    .pluck();
  const setMark = database.prepare<[string, number]>(
    'INSERT INTO change_marks (channel, last_no) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_no = excluded.last_no',
  );
  const assign = database.prepare<[number, string]>('UPDATE bookings SET change_no = ? WHERE id = ?');

  /** In the transaction that is under way. */
  function number({ channel, after }: ChangesRequest): void {
    const rows = pending.all(channel, CHANGES_EXAMINED_MAX);
    if (rows.length === 0) return;
    let last = Math.max(mark.get(channel) ?? 0, after);
    const byAge = (a: PendingRow, b: PendingRow): number => a.seconds - b.seconds || (a.id < b.id ? -1 : 1);
    for (const { id, seconds } of rows.toSorted(byAge))
      assign.run((last = positionBehind(last, seconds)), id);
    setMark.run(channel, last);
  }

  function listOf({ channel, after, limit, filter }: ChangesRequest): ChangeList {
    const changes: BookingChange[] = [];
    let through = after;
    let examined = 0;
    for (const row of numbered.iterate(channel, after, CHANGES_EXAMINED_MAX)) {
      if (changes.length === limit) return { changes, through, hasMore: true };
      examined += 1;
      through = row.change_no;
      const isWanted = isWantedChange(filter, {
        locationId: row.location_id,
        serviceDate: row.service_date,
        partnerBookingRef: row.partner_booking_ref,
      });
      if (isWanted) changes.push({ booking: toBooking(row), position: through });
    }
    return { changes, through, hasMore: examined === CHANGES_EXAMINED_MAX };
  }

  /** A page and whether anything has no number, both of one moment: who numbers in between is seen by both or by neither. */
  const look = database.transaction((request: ChangesRequest) => ({
    list: listOf(request),
    isWaiting: pending.get(request.channel, 1) !== undefined,
  }));

  return async (request: ChangesRequest): Promise<ChangeList> => {
    const first = await reading(() => look(request));
    if (first.list.hasMore || !first.isWaiting) return first.list;
    await commits.run(() => number(request));
    const { list, isWaiting } = await reading(() => look(request));
    return { ...list, hasMore: list.hasMore || isWaiting };
  };
}
