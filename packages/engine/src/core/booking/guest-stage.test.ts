import { expect, test } from 'vitest';
import { aBooking, aPlan, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { BookingStatus } from './booking.ts';
import { changeableUntilMs, guestStageOf } from './guest-stage.ts';
import { HOUR_MS } from '../instant.ts';

const locationWith = (guestCutoffMinutes: number) => ({
  ...aPlan({ guestCutoffMinutes }),
  id: LOCATION_ID,
  revision: 1,
});
const startMs = FRIDAY_MS + 18 * HOUR_MS;
const stages = (guestCutoffMinutes: number, status: BookingStatus, hours: readonly number[]): string[] =>
  hours.map((hour) =>
    guestStageOf(locationWith(guestCutoffMinutes), aBooking('b', { status }), startMs + hour * HOUR_MS),
  );

test('D12 D27 a booking can be changed before the change deadline, and is shown until its end', () => {
  const hours = [-2.01, -2, -0.01, 0, 1.99, 2];
  expect(stages(120, 'confirmed', hours)).toEqual([
    'changeable',
    'too_late',
    'too_late',
    'begun',
    'begun',
    'over',
  ]);
  expect(stages(0, 'confirmed', hours).slice(2, 4)).toEqual(['changeable', 'begun']);
  expect(changeableUntilMs(locationWith(90), aBooking('b'))).toBe(startMs - 1.5 * HOUR_MS);
});

test('D12 D27 a booking ended by the restaurant or the guest is over at any time', () => {
  for (const status of ['completed', 'no_show'] as const)
    expect(stages(120, status, [-9, 0, 9])).toEqual(['over', 'over', 'over']);
  expect(stages(120, 'cancelled', [-9, 0, 9])).toEqual(['cancelled', 'cancelled', 'cancelled']);
});
