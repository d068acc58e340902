import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import type { Maintenance } from './maintenance.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;
const OFFER_MS = 30 * MINUTE_MS;

let clock: VirtualClock;
let here: Process;
const running: Maintenance[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  clock = virtualClock();
  here = aProcess(clock);
  const floorPlan = { tables: [aTable('A', { seatsMax: 2 })], combinations: [], wastedSeatsMax: null };
  await aLocation(here.shared, { floorPlan });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  vi.useRealTimers();
});

/** In steps of a quarter of a second. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    clock.pass(Math.min(250, left));
    await vi.advanceTimersByTimeAsync(Math.min(250, left));
  }
}

const start = (of: Process): void => void running.push(of.engine.background.startMaintenance());

async function joined(name: string): Promise<string> {
  const { id } = await here.engine.partner(aCaller()).joinWaitlist(LOCATION_ID, {
    date: FRIDAY,
    fromMs: SEVEN_MS,
    toMs: SEVEN_MS,
    partySize: 2,
    mode: 'offer',
    guest: { name, email: `${name}@example.com` },
  });
  return id;
}

const statesOf = (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await here.engine.partner(aCaller()).readWaiting(id)).state));

/** One party has an offer and two others wait. */
async function threeInLine(): Promise<readonly string[]> {
  const partner = here.engine.partner(aCaller());
  const outcome = await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS));
  const ids = [await joined('one'), await joined('two'), await joined('three')];
  if (outcome.kind === 'booked') await partner.cancelBooking(outcome.booking.id);
  return ids;
}

test('D36 the next party is offered the table within a second after an offer expires', async () => {
  start(here);
  await pass(20 * SECOND_MS); // so that the round of each minute is not the cause
  const ids = await threeInLine();
  await pass(OFFER_MS - SECOND_MS);
  expect(await statesOf(ids)).toEqual(['offered', 'waiting', 'waiting']);
  await pass(2 * SECOND_MS);
  expect(await statesOf(ids)).toEqual(['lapsed', 'offered', 'waiting']);
});

test('D36 one of several processes allocates at a time, and another one continues when it ends', async () => {
  const there = aProcess(clock, { storage: here.shared });
  start(here);
  await pass(SECOND_MS);
  start(there);
  const ids = await threeInLine();
  await pass(OFFER_MS - 2 * MINUTE_MS);
  expect(there.count('bookings.pending')).toBe(0);
  for (let i = 0; i < 100; i++) here.fail('leaderLocks.take', new Error('away'));
  await pass(5 * MINUTE_MS);
  expect(await statesOf(ids)).toEqual(['lapsed', 'offered', 'waiting']);
  expect(there.count('bookings.pending')).toBeGreaterThan(0);
});

test('D36 a failed step is reported, and taken again within a minute', async () => {
  start(here);
  const ids = await threeInLine();
  await pass(OFFER_MS - SECOND_MS);
  here.fail('bookings.amend', new Error('away'));
  await pass(2 * SECOND_MS);
  expect(here.facts).toContainEqual(expect.objectContaining({ kind: 'fault', where: 'housekeeping' }));
  expect(await statesOf(ids)).toEqual(['lapsed', 'waiting', 'waiting']);
  await pass(MINUTE_MS);
  expect(await statesOf(ids)).toEqual(['lapsed', 'offered', 'waiting']);
});

test('D36 without waiting parties no step is taken', async () => {
  start(here);
  await pass(3 * MINUTE_MS);
  expect(here.count('bookings.amend')).toBe(0);
  const ids = await threeInLine();
  const taken = here.count('bookings.amend');
  await pass(3 * MINUTE_MS);
  expect(await statesOf(ids)).toEqual(['offered', 'waiting', 'waiting']);
  expect(here.count('bookings.amend') - taken).toBeLessThanOrEqual(4);
});
