/** A change decides on the booking and the diary as the step finds them, not as they were read before. */
import { expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { aCaller, aPeriod, aPlan, aRequest, aTable, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import { toDiary } from '../core/booking/booking.ts';
import type { DiaryScope } from '../core/booking/diary.ts';
import type { LocationPlan } from '../core/location/location.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import type { Fact } from '../ports/observer.ts';
import type { Storage } from '../ports/storage.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = { nowMs: () => FRIDAY_MS };
/** 18:00 in Stockholm, on Friday. */
const SIX = FRIDAY_MS + 17 * HOUR_MS;

interface Setup {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly facts: Fact[];
  /** Runs once, after the next step has been planned and before it is taken. */
  before(meanwhile: () => Promise<unknown>): void;
  /** The scopes of all attempted steps. */
  readonly scopes: DiaryScope[];
}

async function open(given: Partial<LocationPlan> = {}): Promise<Setup> {
  const storage = memoryStorage(clock);
  const facts: Fact[] = [];
  const scopes: DiaryScope[] = [];
  let meanwhile: (() => Promise<unknown>) | null = null;
  const amend: Storage['bookings']['amend'] = async (scope, rule) => {
    const interrupt = meanwhile;
    meanwhile = null;
    scopes.push(scope);
    await interrupt?.();
    return storage.bookings.amend(scope, rule);
  };
  const engine = createEngine({
    storage: { ...storage, bookings: { ...storage.bookings, amend } },
    clock,
    observer: (fact) => void facts.push(fact),
  });
  await engine.operator.locations.apply(aPlan(given), LOCATION_ID);
  return { engine, storage, facts, scopes, before: (run) => void (meanwhile = run) };
}

async function book(engine: Engine, startMs = SIX, partySize = 2): Promise<string> {
  const outcome = await engine.operator.at(LOCATION_ID).bookings.create(aRequest(startMs, { partySize }));
  if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
  return outcome.booking.id;
}

test('D32 a resize keeps the time of a concurrent move', async () => {
  const { engine, before, scopes } = await open();
  const id = await book(engine);
  before(() => engine.operator.bookings.move(id, { startMs: SIX + HOUR_MS }));
  scopes.length = 0;
  const outcome = await engine.operator.bookings.move(id, { partySize: 4 });
  expect(outcome).toMatchObject({ kind: 'changed', booking: { startMs: SIX + HOUR_MS, partySize: 4 } });
  expect(scopes, 'the same day: nothing is planned anew').toHaveLength(2);
});

test('D32 a move keeps the party size of a concurrent resize', async () => {
  const { engine, before } = await open();
  const id = await book(engine);
  before(() => engine.operator.bookings.move(id, { partySize: 4 }));
  const outcome = await engine.operator.bookings.move(id, { startMs: SIX + HOUR_MS });
  expect(outcome).toMatchObject({ booking: { startMs: SIX + HOUR_MS, partySize: 4 } });
});

test.each([
  ['another date', { startMs: SIX + 3 * DAY_MS }],
  ['a visit that reaches into another date', { startMs: SIX + 5.5 * HOUR_MS, partySize: 4 }],
])(
  'D12 a step that has not locked the current place of the booking is planned again: %s',
  async (_, moved) => {
    const { engine, before, scopes } = await open({
      servicePeriods: [aPeriod({ closesMinute: 26 * 60 })],
      turnTimes: [
        { partyMax: 2, turnMinutes: 15 },
        { partyMax: null, turnMinutes: 120 },
      ],
    });
    // 23:30 for a quarter of an hour: on one calendar date, and within the locks of Friday's night.
    const id = await book(engine);
    before(() => engine.operator.bookings.move(id, moved));
    await engine.operator.bookings.cancel(id);
    const { startMs } = await engine.operator.bookings.read(id);
    expect(startMs).toBe(moved.startMs);
    const last = scopes.at(-1)!;
    expect(last.interval.startMs <= startMs && startMs < last.interval.endMs).toBe(true);
  },
);

test('D12 a move that has not locked the date that it leaves is planned again', async () => {
  const { engine, before, scopes } = await open();
  const id = await book(engine);
  before(() => engine.operator.bookings.move(id, { startMs: SIX + 5 * DAY_MS }));
  const outcome = await engine.operator.bookings.move(id, { startMs: SIX + DAY_MS });
  expect(outcome).toMatchObject({ kind: 'changed', booking: { startMs: SIX + DAY_MS } });
  expect(scopes.at(-1)!.dates).toEqual(['2030-03-02', '2030-03-06']);
});

test('D12 a cancellation after a concurrent move counts as a cancellation, and a pin is not counted', async () => {
  const { engine, before, facts } = await open();
  const id = await book(engine);
  before(() => engine.operator.bookings.move(id, { startMs: SIX + HOUR_MS }));
  await engine.operator.bookings.pin(id, true);
  await engine.operator.bookings.cancel(id);
  const changes = facts.flatMap((fact) => (fact.kind === 'change' ? fact.to : []));
  expect(changes).toEqual(['moved', 'cancelled']);
});

test('D12 disturbed steps on one booking take turns, and each is taken', async () => {
  const { engine, scopes } = await open();
  const id = await book(engine);
  scopes.length = 0;
  const days = Array.from({ length: 150 }, (_, i) => SIX + (i + 1) * DAY_MS);
  const outcomes = await Promise.all(days.map((startMs) => engine.operator.bookings.move(id, { startMs })));
  expect(outcomes.every(({ kind }) => kind === 'changed')).toBe(true);
  expect(scopes.length, 'each is planned anew once at most').toBeLessThanOrEqual(2 * days.length);
});

test('D12 a step that is always disturbed fails with a retryable error', async () => {
  const { engine, storage, scopes } = await open();
  const id = await book(engine);
  const rival = createEngine({ storage, clock });
  let day = 0;
  const amend = storage.bookings.amend.bind(storage.bookings);
  const disturbed = createEngine({
    storage: {
      ...storage,
      bookings: {
        ...storage.bookings,
        async amend(scope, rule) {
          await rival.operator.bookings.move(id, { startMs: SIX + ++day * DAY_MS });
          return amend(scope, rule);
        },
      },
    },
    clock,
  });
  await expect(disturbed.operator.bookings.cancel(id)).rejects.toMatchObject({ code: 'unavailable' });
  expect(day).toBe(101);
  expect(await engine.operator.bookings.read(id)).toMatchObject({ status: 'confirmed' });
  expect(scopes).toHaveLength(1);
});

test('D12 a step whose plan changes is taken on the new plan', async () => {
  const { engine, before } = await open();
  const id = await book(engine);
  before(() =>
    engine.operator.locations.apply(aPlan({ turnTimes: [{ partyMax: null, turnMinutes: 60 }] }), LOCATION_ID),
  );
  const outcome = await engine.operator.bookings.move(id, { startMs: SIX + HOUR_MS });
  expect(outcome).toMatchObject({ kind: 'changed', booking: { endMs: SIX + 2 * HOUR_MS } });
});

test('D9 a booking that outlasts the hours of its date makes room: the step also reads the next date', async () => {
  const { engine, storage } = await open({
    floorPlan: {
      tables: [aTable('A', { seatsMax: 2 }), aTable('B', { seatsMax: 4 })],
      combinations: [],
      wastedSeatsMax: null,
    },
    servicePeriods: [aPeriod({ opensMinute: 12 * 60, closesMinute: 24 * 60 })],
    turnTimes: [{ partyMax: null, turnMinutes: 120 }],
  });
  // A party of two from 23:00 to 01:00 on Saturday, which Friday's steps usually do not lock, at the table for four.
  const late = await book(engine, SIX + 5 * HOUR_MS);
  await storage.bookings.amend(
    {
      locationId: LOCATION_ID,
      locationRevision: 1,
      dates: ['2030-03-01', '2030-03-02'],
      interval: { startMs: SIX, endMs: SIX + DAY_MS },
      named: { bookingId: late },
    },
    ({ named }) => ({ result: null, booking: { ...named!, tables: ['B'] } }),
  );
  const outcome = await engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(SIX + 4 * HOUR_MS, { partySize: 4 }));
  expect(outcome).toMatchObject({ kind: 'booked', booking: { tables: ['B'] } });
  expect(toDiary(await engine.operator.bookings.read(late)).tables).toEqual(['A']);
});

test('D7 a step on a date that a booking outlasts is taken twice, and once after an answer has read that date', async () => {
  const { engine, scopes } = await open({
    servicePeriods: [aPeriod({ opensMinute: 12 * 60, closesMinute: 24 * 60 })],
    turnTimes: [{ partyMax: null, turnMinutes: 120 }],
  });
  await book(engine, SIX + 5 * HOUR_MS); // 23:00 until 01:00
  const triesOf = async (startMs: number): Promise<number> => {
    scopes.length = 0;
    await book(engine, startMs);
    return scopes.length;
  };
  expect(await triesOf(SIX)).toBe(2);
  await engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: '2030-03-01', partySize: 2 });
  expect(await triesOf(SIX + 2 * HOUR_MS)).toBe(1);
  expect(scopes[0]).toMatchObject({ dates: ['2030-03-01', '2030-03-02'] });
});

test("D12 a resize or move within one slot step does not count the booking's own covers in the pacing", async () => {
  const { engine, storage } = await open({
    floorPlan: { tables: [aTable('A', { seatsMax: 6 })], combinations: [], wastedSeatsMax: null },
    pacing: { coversPerStep: 4, partiesPerStep: 1 },
  });
  const guest = createEngine({ storage, clock, secretKeys: [new Uint8Array(32)] });
  const outcome = await guest.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX));
  if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
  const { tokenOf, secretKeyOf } = await import('../core/access/secret.ts');
  const token = tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', outcome.booking.id);
  expect(await guest.guest(token).move({ partySize: 4 })).toMatchObject({ kind: 'changed' });
  expect(await guest.guest(token).move({ partySize: 5 })).toEqual({ kind: 'refused', reason: 'pacing' });
  expect(await engine.operator.bookings.read(outcome.booking.id)).toMatchObject({ partySize: 4 });
});

test('D12 steps of one booking run in order, also after a failure', async () => {
  const { createTurns } = await import('./turns.ts');
  const turns = createTurns();
  const order: string[] = [];
  const failing = turns.take('a', async () => {
    await vi.waitFor(() => expect(order).toContain('b'));
    order.push('first');
    throw new Error('failed');
  });
  const second = turns.take('a', async () => void order.push('second'));
  await turns.take('b', async () => void order.push('b'));
  await expect(failing).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['b', 'first', 'second']);
});
