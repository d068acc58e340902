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
 * The changes of a channel in their order (D33). To number and to read are two transactions, and need no more: numbers of one channel are given one after the
 * other, so who sees one sees all before it, and what is numbered later comes behind it.
 */
export function pgChanges(query: Query) {
  return async (request: ChangesRequest): Promise<ChangeList> => {
    const examined = await examine(query, request);
    if (examined.length >= CHANGES_EXAMINED_MAX) return listOf(examined, request, true);
    const [row] = await query<{ numbered: number }>(NUMBER, [
      request.channel,
      request.after,
      CHANGES_EXAMINED_MAX,
    ]);
    if (row!.numbered === 0) return listOf(examined, request, false);
    const hasMore = row!.numbered >= CHANGES_EXAMINED_MAX;
    return listOf(await examine(query, request), request, hasMore);
  };
}

const NUMBER = 'SELECT number_changes($1, $2, $3) AS numbered';
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
