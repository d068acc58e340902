import { expect, test } from 'vitest';
import { aPlan, FRIDAY_MS } from '../../contract/fixtures.ts';
import type { BookingEntry } from '../booking/diary.ts';
import { DAY_MS, HOUR_MS } from '../instant.ts';
import { isMovable } from './day-state.ts';

test('D9 D39 a booking may be re-seated unless it is pinned, near, outside the read range, or waiting for a table', () => {
  const location = { ...aPlan({ freezeMinutes: 60 }), id: 'id', revision: 1 };
  const startMs = FRIDAY_MS + 18 * HOUR_MS;
  const booking: BookingEntry = {
    id: 'bk_1',
    startMs,
    blockedUntilMs: startMs + HOUR_MS,
    partySize: 2,
    tables: ['A'],
    pinned: false,
    tableAccess: 'online',
    kind: 'booking',
  };
  const day = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + DAY_MS };
  const may = (given: Partial<BookingEntry>, nowMs = FRIDAY_MS, read = day): boolean =>
    isMovable(location, { ...booking, ...given }, read, nowMs);
  expect(may({})).toBe(true);
  expect(may({ pinned: true })).toBe(false);
  expect(may({ tables: [] })).toBe(false);
  expect([may({}, startMs - HOUR_MS - 1), may({}, startMs - HOUR_MS)]).toEqual([true, false]);
  expect(may({}, FRIDAY_MS, { ...day, endMs: startMs + HOUR_MS - 1 })).toBe(false);
});
