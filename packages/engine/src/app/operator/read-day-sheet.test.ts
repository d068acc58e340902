import { expect, test } from 'vitest';
import { engineSetup, NOON_MS } from '../../../test-support/engine-setup.ts';
import { aBooking, aLocation, aPeriod, aScope, FRIDAY, save } from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { addDays } from '../../core/local-date.ts';
import { HOUR_MS } from '../../core/instant.ts';

const THURSDAY = addDays(FRIDAY, -1);
const hours = (ms: number): number => NOON_MS + ms * HOUR_MS;

test('a sheet has the bookings of its date in every state, and other bookings and rows that hold tables in its hours', async () => {
  const setup = engineSetup();
  const location = await aLocation(setup.storage, {
    servicePeriods: [aPeriod({ opensMinute: 18 * 60, closesMinute: 26 * 60 })],
  });
  const put = async (id: string, given: Partial<Booking>): Promise<void> =>
    void (await setup.storage.bookings.amend(aScope(location), save({ booking: aBooking(id, given) })));
  await put('late', { startMs: hours(10), tables: ['A'] });
  await put('early', { startMs: hours(5), tables: ['A'] });
  await put('gone', { startMs: hours(6), tables: ['B'], status: 'cancelled' });
  // Seated before midnight of the day before, and at the table until after it.
  await put('before', { serviceDate: THURSDAY, startMs: hours(-14), tables: ['A'] });
  await put('long gone', { serviceDate: THURSDAY, startMs: hours(-18), tables: ['A'] });
  const sheet = await setup.engine().operator.at(location.id).bookings.sheet();
  expect(sheet).toMatchObject({ date: FRIDAY, nowMs: NOON_MS, location: { id: location.id } });
  expect(sheet.bookings.map(({ id }) => id)).toEqual(['early', 'gone', 'late']);
  expect(sheet.others.map(({ id }) => id)).toEqual(['before']);
});

test('a booking that is made while the sheet is read is on it as well', async () => {
  const setup = engineSetup();
  const location = await aLocation(setup.storage);
  const { bookings } = setup.storage;
  const list = bookings.list.bind(bookings);
  bookings.list = async (...args) => {
    const listed = await list(...args);
    await bookings.amend(aScope(location), save({ booking: aBooking('meanwhile') }));
    return listed;
  };
  const sheet = await setup.engine().operator.at(location.id).bookings.sheet({ date: FRIDAY });
  expect(sheet.bookings.map(({ id }) => id)).toEqual(['meanwhile']);
});

test('D5 without a date, the sheet is that of the current service date, until its last party can leave or the next date opens', async () => {
  const setup = engineSetup();
  const night = aPeriod({ opensMinute: 18 * 60, closesMinute: 26 * 60 });
  const location = await aLocation(setup.storage, { servicePeriods: [night] });
  const { sheet } = setup.engine().operator.at(location.id).bookings;
  const dateAt = async (ms: number): Promise<string> => {
    setup.clock.nowMs = ms;
    return (await sheet()).date;
  };
  const midnightMs = Date.parse(`${FRIDAY}T00:00:00+01:00`);
  expect(await dateAt(midnightMs - 1)).toBe(THURSDAY);
  expect(await dateAt(midnightMs + 2 * HOUR_MS - 1)).toBe(THURSDAY);
  expect(await dateAt(midnightMs + 2 * HOUR_MS)).toBe(FRIDAY);
  const breakfast = aPeriod({ opensMinute: 30, closesMinute: 60 });
  await aLocation(setup.storage, {
    servicePeriods: [
      { ...breakfast, weekdays: [5] },
      { ...night, weekdays: [4], lastSeatingMinute: 26 * 60 },
    ],
  });
  expect(await dateAt(midnightMs + 0.5 * HOUR_MS - 1)).toBe(THURSDAY);
  expect(await dateAt(midnightMs + 0.5 * HOUR_MS)).toBe(FRIDAY);
});

test('an invalid date and an unknown location are rejected', async () => {
  const setup = engineSetup();
  const { id } = await aLocation(setup.storage);
  const { operator } = setup.engine();
  await expect(operator.at(id).bookings.sheet({ date: '2030-02-30' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(operator.at(id.replace('a1', 'a9')).bookings.sheet()).rejects.toMatchObject({
    code: 'location_not_found',
  });
});
