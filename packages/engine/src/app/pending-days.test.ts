/** Caching of a day with holds or waiting parties (D35, D36). */
import { expect, test } from 'vitest';
import {
  aCaller,
  aLocation,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { addDays } from '../core/local-date.ts';
import { createEngine, type Engine } from '../engine.ts';
import { memoryStorage } from '../memory/memory-storage.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;

async function aRestaurant() {
  const clock = { ms: FRIDAY_MS };
  const nowMs = (): number => clock.ms;
  const storage = memoryStorage({ nowMs });
  const floorPlan = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };
  await aLocation(storage, { floorPlan });
  const secretKeys = [new Uint8Array(32)];
  return { clock, storage, engine: createEngine({ storage, clock: { nowMs }, secretKeys }) };
}

async function reasonAtSeven(engine: Engine): Promise<string | null | undefined> {
  const { answer } = await engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  return answer.slots.find(({ startMs }) => startMs === SEVEN_MS)?.reason;
}

test('D35 D7 a cached day shows held tables as free from the instant at which the hold expires', async () => {
  const { engine, clock } = await aRestaurant();
  await engine.partner(aCaller()).createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
  clock.ms += MINUTE_MS - 1;
  expect(await reasonAtSeven(engine)).toBe('tables');
  clock.ms += 1;
  expect(await reasonAtSeven(engine)).toBeNull();
});

test('D36 D2 tables of an expired hold are shown as taken until the waiting party has got one', async () => {
  const { engine, clock } = await aRestaurant();
  const partner = engine.partner(aCaller());
  await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
  const waiting = await partner.joinWaitlist(LOCATION_ID, {
    date: FRIDAY,
    fromMs: SEVEN_MS - 45 * MINUTE_MS,
    toMs: SEVEN_MS,
    partySize: 2,
    mode: 'book',
    guest: { name: 'Maja', email: 'maja@example.com' },
  });
  clock.ms += MINUTE_MS;
  expect(await reasonAtSeven(engine)).toBe('tables');
  expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ reason: 'tables' });
  expect((await partner.readWaiting(waiting.id)).state).toBe('booked');
});

test('D36 a party that waits for the next date does not affect holds that expire today', async () => {
  const { engine, clock } = await aRestaurant();
  const partner = engine.partner(aCaller());
  const date = addDays(FRIDAY, 1);
  const { answer } = await partner.readAvailability(LOCATION_ID, { date, partySize: 2 });
  for (const { startMs } of answer.slots) await partner.createBooking(LOCATION_ID, aRequest(startMs));
  await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
  const entry = await partner.joinWaitlist(LOCATION_ID, {
    date,
    fromMs: FRIDAY_MS,
    toMs: answer.slots.at(-1)!.startMs,
    partySize: 2,
    mode: 'book',
    guest: { name: 'Maja', email: 'maja@example.com' },
  });
  clock.ms += MINUTE_MS;
  expect(entry.state).toBe('waiting');
  expect(await reasonAtSeven(engine)).toBeNull();
});

test('D36 D27 a waiting party without an e-mail address is booked without a manage link', async () => {
  const { engine } = await aRestaurant();
  const entry = { date: FRIDAY, fromMs: SEVEN_MS, toMs: SEVEN_MS, partySize: 2, mode: 'book' } as const;
  const booked = async (guest: { name: string; email?: string; phone?: string }, startMs: number) => {
    const { bookingId } = await engine.operator.at(LOCATION_ID).waitlist.add({
      ...entry,
      fromMs: startMs,
      toMs: startMs,
      guest,
    });
    return engine.operator.bookings.read(bookingId!);
  };
  expect((await booked({ name: 'Maja', phone: '+46 70 123 45 67' }, SEVEN_MS)).manageTokenHash).toBeNull();
  const other = await booked({ name: 'Alva', email: 'alva@example.com' }, SEVEN_MS - 3 * HOUR_MS);
  expect(other.manageTokenHash).not.toBeNull();
});
