import {
  type BookingChange,
  CHANGES_EXAMINED_MAX,
  type ChangeList,
  type ChangesRequest,
  isBooking,
  listStart,
  type Row,
} from '@bord/engine/storage';
import { dateParameter, fromRow } from './rows.ts';
import type { Query } from './connection.ts';

/** An examined change. Its booking is null if it does not match the request. */
interface Examined {
  readonly no: string;
  readonly booking: Row | null;
}

/**
 * The changes of a channel in their order (D33). Numbering, reading and checking for more are three transactions. That is safe: positions of a
 * channel are assigned in sequence, so a reader that sees one sees all earlier ones, and later ones follow.
 *
 * A booking that was changed again has lost its position, and one that a step has locked has none yet. Neither is on this page, so there is more.
 */
export function pgChanges(query: Query) {
  return async (request: ChangesRequest): Promise<ChangeList> => {
    const { channel } = request;
    const [before] = await query<{ last: string }>(NUMBER, [channel, CHANGES_EXAMINED_MAX]);
    const start = listStart(request, Number(before!.last));
    const examined = await examine(query, request, start);
    if (examined.length >= CHANGES_EXAMINED_MAX) return listOf(examined, start, request, true);
    const through = Number(examined.at(-1)?.no ?? start);
    const [rest] = await query<{ more: boolean; last: string }>(MORE, [channel, through]);
    return listOf(examined, Math.min(start, Number(rest!.last)), request, rest!.more);
  };
}

const NUMBER = 'SELECT bord.number_changes($1, $2)::text AS last';
const MORE = `SELECT EXISTS (
  SELECT FROM bord.bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = $1 AND change_no IS NULL
) OR EXISTS (
  SELECT FROM bord.bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = $1 AND change_no > $2
) AS more, coalesce((SELECT last_no FROM bord.change_marks WHERE channel = $1), 0)::text AS last`;
const READ = 'SELECT change_no::text AS no, booking FROM bord.read_changes($1, $2, $3, $4, $5, $6, $7, $8)';

function examine(
  query: Query,
  { channel, filter }: ChangesRequest,
  start: number,
): Promise<readonly Examined[]> {
  const { locationIds, from, to, partnerBookingRef = null, changedSinceSeconds = null } = filter;
  return query<Examined>(READ, [
    channel,
    start,
    CHANGES_EXAMINED_MAX,
    locationIds,
    from === undefined ? null : dateParameter(from),
    to === undefined ? null : dateParameter(to),
    partnerBookingRef,
    changedSinceSeconds,
  ]);
}

/**
 * @param start the position before the first of these
 * @param hasMore whether more changes exist than were examined
 */
function listOf(
  examined: readonly Examined[],
  start: number,
  { limit }: ChangesRequest,
  hasMore: boolean,
): ChangeList {
  const changes: BookingChange[] = [];
  let through = start;
  for (const [i, { no, booking }] of examined.entries()) {
    through = Number(no);
    const row = booking && fromRow(booking);
    if (row && isBooking(row)) changes.push({ booking: row, position: through });
    if (changes.length === limit) return { changes, through, hasMore: hasMore || i < examined.length - 1 };
  }
  return { changes, through, hasMore };
}
