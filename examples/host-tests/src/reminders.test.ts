import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createEngine, definePlan, type Engine, HOUR_MS, instantOf, MINUTE_MS } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { guestsToRemind } from './reminders.ts';

const ZONE = 'Europe/Stockholm';
const SEVEN_MS = instantOf(ZONE, '2027-03-05', 19 * 60);

let nowMs: number;
let engine: Engine;
let locationId: string;

beforeEach(async () => {
  nowMs = SEVEN_MS - 5 * HOUR_MS;
  const clock = { nowMs: () => nowMs }; // whole milliseconds
  engine = createEngine({ storage: memoryStorage(clock), clock });
  const plan = definePlan({
    name: 'Bistro Nord',
    timeZone: ZONE,
    tables: [{ id: 'T1', seatsMax: 4 }],
    servicePeriods: [{ name: 'Dinner', weekdays: [5], opensMinute: 17 * 60, closesMinute: 23 * 60 }],
  });
  locationId = (await engine.operator.locations.apply(plan, null)).location.id;
});

afterEach(() => engine.detach());

void test('a guest is reminded within two hours before the start, and no longer after it', async () => {
  const { bookings } = engine.operator.at(locationId);
  await bookings.create({ startMs: SEVEN_MS, partySize: 2, guest: { name: 'Alva Lind' } });
  assert.deepEqual(await guestsToRemind(engine, locationId, nowMs), []);
  nowMs = SEVEN_MS - 2 * HOUR_MS;
  assert.deepEqual(await guestsToRemind(engine, locationId, nowMs), ['Alva Lind']);
  nowMs = SEVEN_MS;
  assert.deepEqual(await guestsToRemind(engine, locationId, nowMs), []);
});

void test('a hold expires when the fake clock passes its end', async () => {
  const { key } = await engine.operator.keys.create({ partner: 'hotel-nord', locationIds: [locationId] });
  const partner = engine.partner(await engine.authenticate(key));
  const request = { startMs: SEVEN_MS, partySize: 2, seconds: 60 };
  assert.equal((await partner.createHold(locationId, request)).kind, 'held');
  assert.equal((await partner.createHold(locationId, request)).kind, 'refused');
  nowMs += MINUTE_MS;
  assert.equal((await partner.createHold(locationId, request)).kind, 'held');
});
