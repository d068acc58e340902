import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import {
  aBooking,
  aLocation,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import { addDays } from '../../core/local-date.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import type { Storage } from '../../ports/storage.ts';
import { type FoundBookings, searchBookings } from './search-bookings.ts';

/** Counts the rows that are read. */
function aBistro() {
  const clock = virtualClock(FRIDAY_MS + 12 * HOUR_MS);
  const { engine, shared } = aProcess(clock);
  return { search: engine.operator.at(LOCATION_ID).bookings.search, shared };
}

let made = 0;
async function put(storage: Storage, days: number, name: string, given: object = {}): Promise<string> {
  const id = `bk_${String((made += 1)).padStart(22, '0')}`;
  const startMs = FRIDAY_MS + days * DAY_MS + 18 * HOUR_MS;
  const booking = aBooking(id, {
    startMs,
    serviceDate: addDays(FRIDAY, days),
    status: 'completed',
    ...given,
  });
  const scope = {
    locationId: booking.locationId,
    locationRevision: 1,
    dates: [booking.serviceDate],
    interval: { startMs, endMs: startMs + HOUR_MS },
    named: null,
  };
  await storage.bookings.amend(scope, () => ({
    result: null,
    booking: { ...booking, guest: { ...booking.guest, name, phone: '070-123 45 67' } },
  }));
  return id;
}

const ids = ({ ahead, past }: FoundBookings) => [ahead.map(({ id }) => id), past.map(({ id }) => id)];

test('D13 future bookings are found before past ones, the nearest first, for all dates of this location only', async () => {
  const { search, shared } = aBistro();
  await aLocation(shared);
  await aLocation(shared, {}, OTHER_LOCATION_ID);
  const far = await put(shared, 40, 'Åkesson');
  const today = await put(shared, 0, 'Ulla Åkesson');
  const yesterday = await put(shared, -1, 'akesson');
  const years = await put(shared, -3000, 'AKESSON');
  await put(shared, 2, 'Berg');
  await put(shared, 1, 'Åkesson', { locationId: OTHER_LOCATION_ID });
  const found = await search({ search: 'åkesson' });
  expect(ids(found)).toEqual([
    [today, far],
    [yesterday, years],
  ]);
  expect(found).toMatchObject({ moreAhead: false, searchedFrom: null });
  expect(ids(await search({ search: '0701234567' })).flat()).toHaveLength(5);
  expect(await search({ search: ' ' })).toMatchObject({ ahead: [], past: [] });
  expect(ids(await search({ search: 'nobody' }))).toEqual([[], []]);
});

test('D13 pages of a search continue from the last date, without repeated or missing bookings', async () => {
  const { search, shared } = aBistro();
  await aLocation(shared);
  const wanted: string[] = [];
  for (let day = 1; day <= 30; day++) for (const _ of [1, 2, 3]) wanted.push(await put(shared, -day, 'Lund'));
  for (let day = 0; day < 6; day++) await put(shared, day, 'Lund');
  const first = await search({ search: 'lund', limit: 5 });
  expect([first.ahead.length, first.moreAhead, first.past.length]).toEqual([5, true, 6]);
  const seen: string[] = [];
  for (let next: FoundBookings = first; ;) {
    seen.push(...next.past.map(({ id }) => id));
    if (next.searchedFrom === null) break;
    next = await search({ search: 'lund', limit: 5, before: next.searchedFrom });
    expect(next.ahead).toEqual([]);
  }
  expect(seen).toHaveLength(wanted.length);
  expect(new Set(seen)).toEqual(new Set(wanted));
});

test('D13 an answer reads at most some 20,000 rows, and contains the date that it reached', async () => {
  const days = 3000;
  let rows = 0;
  const page = async (
    _: string,
    { after, limit }: { after: { serviceDate: string; id: string } | null; limit: number },
  ) => {
    // Forty bookings a day for eight years, none of which match.
    const found = [];
    const first = after?.serviceDate ?? '';
    for (let day = -days; day < 0 && found.length < limit; day++) {
      const serviceDate = addDays(FRIDAY, day);
      if (serviceDate < first) continue;
      for (let i = 0; i < 40 && found.length < limit; i++) {
        const id = `bk_${String(i).padStart(22, '0')}`;
        if (serviceDate > first || id > after!.id)
          found.push(aBooking(id, { serviceDate, startMs: 0, createdMs: 0 }));
      }
    }
    rows += found.length;
    return found;
  };
  const location = await aLocation(aBistro().shared);
  const app = {
    clock: { nowMs: () => FRIDAY_MS + 12 * HOUR_MS },
    storage: { bookings: { page } },
    locationCache: { recall: () => null, location: async () => location },
  } as unknown as Parameters<typeof searchBookings>[0];
  const found = await searchBookings(app, 'operator', LOCATION_ID, { search: 'nobody' });
  expect(found.past).toEqual([]);
  expect(found.searchedFrom).not.toBeNull();
  expect(rows).toBeGreaterThan(15_000);
  expect(rows).toBeLessThan(25_000);
  rows = 0;
  const on = await searchBookings(app, 'operator', LOCATION_ID, {
    search: 'nobody',
    before: found.searchedFrom!,
  });
  expect(on.searchedFrom! < found.searchedFrom!).toBe(true);
  expect(rows).toBeLessThan(25_000);
});
