import type { DiaryBooking, DiaryRow, DiaryScope, Endpoint, Interval, Row } from '@bord/engine/storage';
import { bookingReader, openHolds } from './bookings.ts';
import type { Query } from './connection.ts';
import type { KnownEndpoints } from './lasting-snapshots.ts';
import { toRecords } from './records.ts';
import { type DiaryEntry, fromRow, toDiaryBooking } from './rows.ts';
import { boundsOf, locksOf, nameOf, WorkingSnapshot } from './working-snapshot.ts';

/** The result of the function `open_snapshot`. */
interface SnapshotRow {
  readonly revision: number | null;
  readonly barred: number;
  readonly endpoints: { readonly version: string; readonly list: readonly Row[] | null };
  readonly diary: readonly DiaryEntry[];
  /** For each interval, in the requested order. */
  readonly digests: readonly string[];
  readonly named: readonly Row[];
}

/** Takes the locks of the scopes, all of one location, and reads their data; `witnesses` too, and the endpoints if the known ones are old. */
export async function openSnapshot(
  query: Query,
  scopes: readonly DiaryScope[],
  known?: KnownEndpoints,
  witnesses: readonly string[] = [],
): Promise<WorkingSnapshot> {
  const { locationId } = scopes[0]!;
  const ids = scopes.flatMap(({ named, also = [] }) =>
    named && 'bookingId' in named ? [named.bookingId, ...also] : [],
  );
  const { dates, keys } = locksOf(scopes);
  const intervals = [...new Map(scopes.map((scope) => [nameOf(scope.interval), scope])).values()];
  const [row] = await query<{ snapshot: string }>(OPEN, [
    locationId,
    dates,
    ...boundsOf(intervals),
    [...witnesses, ...ids],
    keys,
    known?.version ?? null,
  ]);
  const { revision, barred, endpoints, diary, digests, named } = JSON.parse(row!.snapshot) as SnapshotRow;
  const whole = scopes.some((scope) => scope.whole) ? await wholeRows(query, locationId, diary) : [];
  const from = scopes.flatMap((scope) => scope.holds ?? []);
  const holds = from.length > 0 ? await openHolds(query, locationId, Math.min(...from)) : undefined;
  const live = diary.map(toDiaryBooking);
  const { version, list } = endpoints;
  const current = list ? { version, list: toRecords('endpoints', list) as readonly Endpoint[] } : known!;
  const diaries = intervals.map(({ interval }, i) => ({
    interval,
    bookings: new Map(live.filter((one) => isTouching(one, interval)).map((one) => [one.id, one])),
    digest: digests[i]!,
  }));
  return new WorkingSnapshot(
    { locationId, revision, barred, endpoints: current, diaries },
    [...named.map(fromRow), ...whole],
    holds,
  );
}

/** The whole rows of a diary. They are protected by the date locks of the scopes. */
async function wholeRows(
  query: Query,
  locationId: string,
  diary: readonly DiaryEntry[],
): Promise<readonly DiaryRow[]> {
  const ids = [...new Set(diary.map(([id]) => id))];
  return ids.length === 0 ? [] : bookingReader(query)(WHOLE, [locationId, ids]);
}

const WHOLE = 'location_id = $1 AND id = ANY ($2)';

const OPEN = 'SELECT bord.open_snapshot($1, $2, $3, $4, $5, $6, $7) AS snapshot';

function isTouching({ startMs, blockedUntilMs }: DiaryBooking, interval: Interval): boolean {
  return startMs < interval.endMs && interval.startMs < blockedUntilMs;
}
