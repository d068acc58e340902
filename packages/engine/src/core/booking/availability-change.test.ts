import { expect, test } from 'vitest';
import { aBooking, aPeriod, aPlan, FRIDAY, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { HOUR_MS } from '../time/interval.ts';
import { changedDates } from './availability-change.ts';
import { type Booking, toDiary } from './booking.ts';
import { holdId } from './row-kind.ts';

const night = aPeriod({ opensMinute: 1080, closesMinute: 1560 });
const location = { ...aPlan({ servicePeriods: [night] }), id: LOCATION_ID, revision: 1 };
const { timeZone } = location;

/** From 18:00 to 20:00 in Stockholm. */
const booking = aBooking('bk_1', {
  startMs: FRIDAY_MS + 17 * HOUR_MS,
  blockedUntilMs: FRIDAY_MS + 19 * HOUR_MS,
});
const at = (nowMs: number) => ({ timeZone, nowMs, open: (date: string) => serviceDayOf(location, date) });
const change = (before: Booking | null, after: Booking, nowMs = FRIDAY_MS) =>
  changedDates({ bookings: before ? [toDiary(before)] : [], named: before }, { booking: after }, at(nowMs));

test('D37 what is booked, moved, cancelled or held otherwise concerns the service dates of its times, before and after', () => {
  expect(change(null, booking)).toEqual([FRIDAY]);
  expect(change(booking, { ...booking, status: 'cancelled' })).toEqual([FRIDAY]);
  expect(change(booking, { ...booking, pinned: true })).toEqual([FRIDAY]);
  expect(change(booking, { ...booking, partySize: 3 })).toEqual([FRIDAY]);
  const nextDay = {
    startMs: booking.startMs + 24 * HOUR_MS,
    blockedUntilMs: booking.blockedUntilMs + 24 * HOUR_MS,
  };
  expect(change(booking, { ...booking, ...nextDay })).toEqual([FRIDAY, '2030-03-02']);
  expect(change(booking, { ...booking, guest: { ...booking.guest, name: 'Alva Lindh' } })).toEqual([]);
});

test('D5 D37 an hour after midnight concerns the night that began the day before, and not the day that has begun', () => {
  const late = { startMs: FRIDAY_MS + 24 * HOUR_MS, blockedUntilMs: FRIDAY_MS + 25 * HOUR_MS };
  expect(change(null, { ...booking, ...late })).toEqual([FRIDAY]);
});

test('D37 what is over concerns nobody any more; of what is under way the rest does', () => {
  const cancelled = { ...booking, status: 'cancelled' } as const;
  expect(change(booking, cancelled, booking.blockedUntilMs)).toEqual([]);
  expect(change(booking, cancelled, booking.blockedUntilMs - 1)).toEqual([FRIDAY]);
});

test('D35 D36 D37 holds and re-seatings concern their times; who waits concerns nobody, but where a hold stands', () => {
  const hold = { ...booking, id: 'hd_0000000000000000000000' };
  expect(change(null, hold)).toEqual([FRIDAY]);
  const shown = [toDiary(hold)];
  const reseatings = [{ bookingId: hold.id, tables: [] }];
  expect(changedDates({ bookings: shown, named: null }, { reseatings }, at(FRIDAY_MS))).toEqual([FRIDAY]);
  const waiting = { ...booking, id: 'wt_0000000000000000000000', tables: [] };
  const others = [waiting];
  expect(changedDates({ bookings: [], named: null }, { others }, at(FRIDAY_MS))).toEqual([]);
  expect(changedDates({ bookings: shown, named: null }, { others }, at(FRIDAY_MS))).toEqual([FRIDAY]);
});

test('D35 D37 who confirms what is held changes nothing for others, unless it had lapsed, or she sits elsewhere', () => {
  const held = { ...booking, id: holdId(FRIDAY_MS + HOUR_MS, new Uint8Array(10)), kind: 'hold' as const };
  const confirmed = (tables: readonly string[], nowMs: number) =>
    changedDates(
      { bookings: [toDiary(held)], named: held },
      { booking: { ...booking, tables }, others: [{ ...held, status: 'completed' }] },
      at(nowMs),
    );
  expect(confirmed(held.tables, FRIDAY_MS)).toEqual([]);
  expect(confirmed(['elsewhere'], FRIDAY_MS)).toEqual([FRIDAY]);
  expect(confirmed(held.tables, FRIDAY_MS + HOUR_MS)).toEqual([FRIDAY]);
});
