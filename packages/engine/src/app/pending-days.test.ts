/** What a process keeps of a day on which tables are held, or somebody waits (D35, D36). */
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

test('D35 D7 a day that was read shows what is held as free from the very instant at which it lapses', async () => {
  const { engine, clock } = await aRestaurant();
  await engine.partner(aCaller()).createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
  clock.ms += MINUTE_MS - 1;
  expect(await reasonAtSeven(engine)).toBe('tables');
  clock.ms += 1;
  expect(await reasonAtSeven(engine)).toBeNull();
});

test('D36 D2 what has lapsed on an evening for which somebody waits is shown as taken until it was given to her', async () => {
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

test('D36 whoever would come tomorrow at any time has no part in what lapses tonight', async () => {
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

test('D36 D27 who waited by telephone is booked without a link, which nobody could be given', async () => {
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
