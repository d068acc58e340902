import { expect, test } from 'vitest';
import {
  aBooking,
  aHold,
  aPeriod,
  aPlan,
  aTable,
  aWaiting,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { bookingWindowOf } from '../location/slots.ts';
import { HOUR_MS, MINUTE_MS } from '../instant.ts';
import { changedDates, type Days } from './availability-change.ts';
import { type Booking, toDiary } from './booking.ts';
import { holdId, waitingId } from '../ids.ts';
import type { DiaryRow, HoldRow } from './row.ts';

const night = aPeriod({ opensMinute: 1080, closesMinute: 1560 });
const floorPlan = {
  tables: ['A', 'B', 'C'].map((id) => aTable(id)),
  combinations: [],
  wastedSeatsMax: null,
};
const plan = aPlan({ servicePeriods: [night], floorPlan, horizonDays: 30 });
const location = { ...plan, id: LOCATION_ID, revision: 1 };

/** From 18:00 to 20:00 in Stockholm. */
const booking = aBooking('bk_1', {
  startMs: FRIDAY_MS + 17 * HOUR_MS,
  blockedUntilMs: FRIDAY_MS + 19 * HOUR_MS,
});
/** A hold for the same time with this expiry. */
const heldUntil = (expiresMs: number): HoldRow => {
  const { startMs, endMs, blockedUntilMs } = booking;
  return aHold(holdId(expiresMs, new Uint8Array(10)), { startMs, endMs, blockedUntilMs });
};
const EVER = { startMs: -Infinity, endMs: Infinity };
const at = (nowMs: number): Days => ({
  location,
  open: (date) => serviceDayOf(location, date),
  window: bookingWindowOf(location, nowMs),
  read: EVER,
});
const change = (
  before: DiaryRow | null,
  after: DiaryRow,
  nowMs = FRIDAY_MS,
  others: readonly DiaryRow[] = [],
) =>
  changedDates(
    { bookings: [...(before ? [before] : []), ...others].map(toDiary), named: before, endpoints: [] },
    { booking: after },
    at(nowMs),
  );

test('D37 a new, moved, cancelled or differently seated booking concerns the service dates of its times, before and after', () => {
  expect(change(null, booking)).toEqual([FRIDAY]);
  expect(change(booking, { ...booking, status: 'cancelled' })).toEqual([FRIDAY]);
  expect(change(booking, { ...booking, tables: ['B'] })).toEqual([]);
  expect(change(booking, { ...booking, tables: ['A', 'B'] })).toEqual([FRIDAY]);
  const nextDay = {
    startMs: booking.startMs + 24 * HOUR_MS,
    blockedUntilMs: booking.blockedUntilMs + 24 * HOUR_MS,
  };
  expect(change(booking, { ...booking, ...nextDay })).toEqual([FRIDAY, '2030-03-02']);
  expect(change(booking, { ...booking, guest: { ...booking.guest, name: 'Alva Lindh' } })).toEqual([]);
});

test('D37 pinning concerns a date only if a search could move the party to make room', () => {
  const full = ['B', 'C'].map((table) => ({ ...booking, id: `bk_${table}`, tables: [table] }));
  const pinned = { ...booking, pinned: true };
  expect(change(booking, pinned)).toEqual([]);
  expect(change(booking, pinned, FRIDAY_MS, full)).toEqual([FRIDAY]);
  expect(change(booking, pinned, booking.startMs - MINUTE_MS, full), 'it starts soon').toEqual([]);
});

test('D37 D13 the restaurant books outside its hours or its horizon: no event is sent', () => {
  const own = { ...booking, source: 'operator', channel: 'operator' } as const;
  const days = (count: number) => ({
    startMs: booking.startMs + count * 24 * HOUR_MS,
    blockedUntilMs: booking.blockedUntilMs + count * 24 * HOUR_MS,
  });
  expect(change(null, { ...own, ...days(location.horizonDays) })).not.toEqual([]);
  expect(change(null, { ...own, ...days(location.horizonDays + 1) })).toEqual([]);
  const late = { startMs: FRIDAY_MS + 23.75 * HOUR_MS, blockedUntilMs: FRIDAY_MS + 25 * HOUR_MS };
  expect(change(null, { ...own, ...late }, late.startMs - HOUR_MS)).toEqual([FRIDAY]);
  expect(change(null, { ...own, ...late }, late.startMs), 'the last slot is over').toEqual([]);
});

test('D5 D37 an hour after midnight concerns the service date before, and not the next one', () => {
  const late = { startMs: FRIDAY_MS + 24 * HOUR_MS, blockedUntilMs: FRIDAY_MS + 25 * HOUR_MS };
  expect(change(null, { ...booking, ...late })).toEqual([FRIDAY]);
});

test('D37 a change after the hours of a date concerns that date if a booking within its hours could make room there', () => {
  const closing = { ...location, servicePeriods: [aPeriod({ opensMinute: 1080, closesMinute: 1440 })] };
  const days: Days = {
    ...at(FRIDAY_MS),
    location: closing,
    open: (date: string) => serviceDayOf(closing, date),
  };
  const times = (from: number, to: number) => ({
    startMs: FRIDAY_MS + from * HOUR_MS,
    blockedUntilMs: FRIDAY_MS + to * HOUR_MS,
  });
  // Midnight in Stockholm is 23:00 UTC.
  const late = { ...booking, ...times(23.5, 25), tables: ['B'] };
  const cancelled: Booking = { ...late, status: 'cancelled' };
  const reaching = toDiary(aBooking('bk_2', times(22, 24)));
  const datesAmong = (...others: ReturnType<typeof toDiary>[]) =>
    changedDates(
      { bookings: [toDiary(late), ...others], named: late, endpoints: [] },
      { booking: cancelled },
      days,
    );
  expect(datesAmong()).toEqual([]);
  expect(datesAmong(reaching)).toEqual([FRIDAY]);
  expect(datesAmong({ ...reaching, pinned: true })).toEqual([]);
});

test('D37 a past time concerns no date; for a current one, the rest counts', () => {
  const cancelled = { ...booking, status: 'cancelled' } as const;
  expect(change(booking, cancelled, booking.blockedUntilMs)).toEqual([]);
  expect(change(booking, cancelled, booking.blockedUntilMs - 1), 'no slot is left').toEqual([]);
  expect(change(booking, cancelled, booking.startMs + HOUR_MS)).toEqual([FRIDAY]);
  // If all tables are taken later, the answers are not compared: that would take a search.
  const later = {
    startMs: booking.blockedUntilMs + HOUR_MS,
    blockedUntilMs: booking.blockedUntilMs + 3 * HOUR_MS,
  };
  const full = ['A', 'B', 'C'].map((table) => ({ ...booking, ...later, id: `bk_${table}`, tables: [table] }));
  expect(change(booking, cancelled, booking.blockedUntilMs, full)).toEqual([]);
  expect(change(booking, cancelled, booking.blockedUntilMs - 1, full)).toEqual([FRIDAY]);
});

test('D35 D37 holds and re-seatings concern their times until they expire', () => {
  const live = heldUntil(FRIDAY_MS + HOUR_MS);
  const expired = heldUntil(FRIDAY_MS);
  expect(change(null, live)).toEqual([FRIDAY]);
  for (const [hold, dates] of [
    [live, [FRIDAY]],
    [expired, []],
  ] as const) {
    const reseatings = [{ bookingId: hold.id, tables: [] }];
    expect(
      changedDates({ bookings: [toDiary(hold)], named: null, endpoints: [] }, { reseatings }, at(FRIDAY_MS)),
    ).toEqual(dates);
  }
});

test('D36 D37 a party joins the waitlist: no event; the last one leaves it: the tables of expired holds are free, and an event is sent', () => {
  const hold = heldUntil(FRIDAY_MS);
  const passedOver: HoldRow = { ...hold, yielded: true };
  const { startMs, endMs, blockedUntilMs } = booking;
  const waiting = aWaiting(waitingId(0, new Uint8Array(10)), { startMs, endMs, blockedUntilMs });
  const step = (rows: readonly DiaryRow[], others: readonly DiaryRow[]) =>
    changedDates({ bookings: rows.map(toDiary), named: null, endpoints: [] }, { others }, at(FRIDAY_MS));
  expect(step([], [waiting])).toEqual([]);
  expect(step([hold], [waiting, passedOver])).toEqual([]);
  expect(step([hold, waiting], [passedOver]), 'it was shown as taken').toEqual([FRIDAY]);
  expect(step([hold, waiting], [{ ...waiting, status: 'cancelled' }])).toEqual([FRIDAY]);
  expect(step([passedOver, waiting], [{ ...waiting, status: 'cancelled' }])).toEqual([]);
});

test('D35 D37 confirming a hold changes no availability, unless it had expired or gets other tables', () => {
  const held = heldUntil(FRIDAY_MS + HOUR_MS);
  const confirmed = (tables: readonly string[], nowMs: number) =>
    changedDates(
      { bookings: [toDiary(held)], named: held, endpoints: [] },
      { booking: { ...booking, tables }, others: [{ ...held, status: 'completed' }] },
      at(nowMs),
    );
  expect(confirmed(held.tables, FRIDAY_MS)).toEqual([]);
  expect(confirmed(['elsewhere'], FRIDAY_MS)).toEqual([FRIDAY]);
  expect(confirmed(held.tables, FRIDAY_MS + HOUR_MS)).toEqual([FRIDAY]);
});
