import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../test-support/process.ts';
import { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, save } from '../contract/fixtures.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import type { BookingSelection } from './read-booking.ts';

const COUNT = 1200;
const dateOf = (i: number): string => new Date(FRIDAY_MS + i * DAY_MS).toISOString().slice(0, 10);

test('a search reads page by page, skips pages without a match, and stops when it has enough', async () => {
  const { engine, shared, count } = aProcess(virtualClock());
  const location = await aLocation(shared);
  for (let i = 0; i < COUNT; i++) {
    const startMs = FRIDAY_MS + i * DAY_MS + 12 * HOUR_MS;
    const booking = aBooking(`bk_${i}`, { startMs, serviceDate: dateOf(i), partnerBookingRef: `ref-${i}.` });
    await shared.bookings.amend(aScope(location), save({ booking }));
  }
  const read = async (of: BookingSelection): Promise<{ ids: string[]; readings: number }> => {
    const listed = engine.operator.at(LOCATION_ID).bookings.pages;
    const before = count('bookings.page');
    const ids: string[] = [];
    for await (const some of listed(of)) ids.push(...some.map(({ id }) => id));
    return { ids, readings: count('bookings.page') - before };
  };
  expect(await read({ search: 'ref-1100.' })).toEqual({ ids: ['bk_1100'], readings: 3 });
  expect(await read({ search: 'ref-1100.', from: dateOf(1100) })).toEqual({ ids: ['bk_1100'], readings: 1 });
  expect(await read({ search: 'ref-1100.', from: dateOf(1101) })).toEqual({ ids: [], readings: 1 });
  expect(await read({ search: 'ref-499.', before: dateOf(500) })).toEqual({ ids: ['bk_499'], readings: 2 });
  expect(await read({ search: 'ref-500.', before: dateOf(500) })).toEqual({ ids: [], readings: 2 });
  expect(await read({ from: dateOf(3), before: dateOf(5) })).toEqual({ ids: ['bk_3', 'bk_4'], readings: 1 });
  expect((await read({})).ids).toHaveLength(COUNT);
});
