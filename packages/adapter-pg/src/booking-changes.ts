import {
  type BookingChange,
  CHANGES_EXAMINED_MAX,
  type ChangeList,
  type ChangesRequest,
} from '@bord/engine/storage';
import { toBooking } from './booking-row.ts';
import type { Row } from './columns.ts';
import type { Query } from './connection.ts';

/** A change that was looked at. Its booking is null when it is not wanted. */
interface Examined {
  readonly no: string;
  readonly booking: Row | null;
}

/**
 * The changes of a channel in their order (D33). To number, to read and to look whether that was all are three transactions, and need no more: numbers of
 * one channel are given one after the other, so who sees one sees all before it, and what is numbered later comes behind it.
 *
 * What was changed again in between has lost its number, and what a step has locked has none yet: neither is on this page, so there is more.
 */
export function pgChanges(query: Query) {
  return async (request: ChangesRequest): Promise<ChangeList> => {
    const { channel, after } = request;
    await query(NUMBER, [channel, after, CHANGES_EXAMINED_MAX]);
    const examined = await examine(query, request);
    const through = Number(examined.at(-1)?.no ?? after);
    const hasMore =
      examined.length >= CHANGES_EXAMINED_MAX ||
      (await query<{ more: boolean }>(MORE, [channel, through]))[0]!.more;
    return listOf(examined, request, hasMore);
  };
}

const NUMBER = 'SELECT number_changes($1, $2, $3) AS numbered';
const MORE = `SELECT EXISTS (
  SELECT FROM bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = $1 AND change_no IS NULL
) OR EXISTS (
  SELECT FROM bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = $1 AND change_no > $2
) AS more`;
const READ = 'SELECT change_no::text AS no, booking FROM read_changes($1, $2, $3, $4, $5, $6, $7)';

function examine(query: Query, { channel, after, filter }: ChangesRequest): Promise<readonly Examined[]> {
  const { locationIds, from = null, to = null, partnerBookingRef = null } = filter;
  return query<Examined>(READ, [
    channel,
    after,
    CHANGES_EXAMINED_MAX,
    locationIds,
    from,
    to,
    partnerBookingRef,
  ]);
}

/** @param hasMore whether there is more than was looked at */
function listOf(
  examined: readonly Examined[],
  { after, limit }: ChangesRequest,
  hasMore: boolean,
): ChangeList {
  const changes: BookingChange[] = [];
  let through = after;
  for (const [i, { no, booking }] of examined.entries()) {
    through = Number(no);
    if (booking) changes.push({ booking: toBooking(booking), position: through });
    if (changes.length === limit) return { changes, through, hasMore: hasMore || i < examined.length - 1 };
  }
  return { changes, through, hasMore: hasMore || examined.length >= CHANGES_EXAMINED_MAX };
}
