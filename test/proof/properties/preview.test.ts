/** A dry run of a move says what the move would come to: on every storage, over random days, for times, sizes and chosen tables. */
import {
  type Booking,
  BookingError,
  type ChangeOutcome,
  createEngine,
  type MovePreview,
  type MoveRequest,
  type TableChoice,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { type StorageKind, storages, storageSample } from '../../support/storages.ts';

const { aPlan, aRequest, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
/** 18:00 in Stockholm. */
const SIX_MS = FRIDAY_MS + 17 * 60 * MINUTE_MS;

const PLAN = aPlan({
  timeZone: 'Europe/Stockholm',
  freezeMinutes: 0,
  floorPlan: {
    tables: [
      aTable('A', { seatsMax: 2 }),
      aTable('B', { seatsMax: 4 }),
      aTable('C', { seatsMax: 4 }),
      aTable('D', { seatsMin: 2, seatsMax: 6 }),
    ],
    combinations: [{ tables: ['B', 'C'], seatsMin: 5, seatsMax: 8 }],
    wastedSeatsMax: null,
  },
});
const CHOICES = [['A'], ['B'], ['C'], ['D'], ['B', 'C'], null, null] as const;

const KINDS = ['book', 'book', 'book', 'book', 'move', 'move', 'move', 'move', 'assign', 'assign', 'seat', 'pin', 'block', 'cancel'] as const; // prettier-ignore
/** A kind of change, its booking, and its numbers. */
const event = fc.tuple(fc.constantFrom(...KINDS), fc.nat(40), fc.nat(5000));

/** The answer of the dry run, in the terms of the step. */
type Gist = Pick<ChangeOutcome, 'kind'> & Record<string, unknown>;

function gistOfPreview(preview: MovePreview): Gist {
  if (preview.kind !== 'refused') return { kind: preview.kind, booking: gist(preview.booking) };
  const { kind, reason, outOfSeason, inTheWay, blocks } = preview;
  return { kind, reason, outOfSeason, inTheWay: idsOf(inTheWay), blocks: idsOf(blocks) };
}

function gistOfOutcome(outcome: ChangeOutcome): Gist {
  if (outcome.kind !== 'refused') return { kind: outcome.kind, booking: gist(outcome.booking) };
  const { kind, reason, outOfSeason = [], inTheWay = [], blocks = [] } = outcome;
  return { kind, reason, outOfSeason, inTheWay, blocks };
}

const gist = ({ id, startMs, endMs, partySize, tables, pinned }: Booking) =>
  ({ id, startMs, endMs, partySize, tables, pinned }); // prettier-ignore
const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

/** An error counts as an answer. */
async function answered<T>(step: () => Promise<T>): Promise<T | string> {
  try {
    return await step();
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

async function aRestaurant(kind: StorageKind) {
  const clock = { nowMs: () => SIX_MS - 30 * MINUTE_MS };
  const opened = await kind.open(clock);
  const facts: unknown[] = [];
  const engine = createEngine({ storage: opened.storage, clock, observer: (fact) => facts.push(fact) });
  await engine.operator.locations.apply(PLAN, LOCATION_ID);
  const seen = { changed: 0, unchanged: 0, refused: 0, thrown: 0, moves: 0, inTheWay: 0 };
  const all = (): Promise<readonly Booking[]> => engine.operator.at(LOCATION_ID).bookings.list();

  /** Runs the dry run, checks that it had no effect, then makes the change. */
  async function foretold(id: string, request: MoveRequest, choice?: TableChoice): Promise<void> {
    const { bookings } = engine.operator.at(LOCATION_ID);
    const before = await all();
    const waiting = await engine.health.outbox();
    const known = facts.length;
    const preview = await answered(() => bookings.preview(id, request, choice));
    expect(await all()).toEqual(before);
    expect(await engine.health.outbox()).toEqual(waiting);
    expect(facts).toHaveLength(known);
    const isAssignment = Object.keys(request).length === 0;
    const outcome = await answered(() =>
      isAssignment ? bookings.assign(id, choice) : bookings.move(id, request, choice),
    );
    if (typeof preview === 'string' || typeof outcome === 'string') {
      seen.thrown += 1;
      return expect(preview).toEqual(outcome);
    }
    expect(gistOfPreview(preview)).toEqual(gistOfOutcome(outcome));
    seen[preview.kind] += 1;
    if (preview.kind === 'refused') seen.inTheWay += preview.inTheWay.length;
    const after = new Map((await all()).map((one) => [one.id, one]));
    const moved = before.filter(
      (one) => one.id !== id && after.get(one.id)!.tables.join() !== one.tables.join(),
    );
    const really = moved.map((one) => [one.guest.name, one.tables, after.get(one.id)!.tables]);
    const moves = preview.kind === 'changed' ? preview.moves : [];
    seen.moves += moves.length;
    expect(
      moves.map(({ booking, before: from, tables }) => [booking.guest.name, from, tables]).toSorted(),
    ).toEqual(really.toSorted());
  }

  return { engine, foretold, all, seen, close: () => (engine.detach(), opened.close()) };
}

type Restaurant = Awaited<ReturnType<typeof aRestaurant>>;

async function take(
  { engine, foretold, all }: Restaurant,
  [kind, which, n]: [string, number, number],
): Promise<void> {
  const { bookings, tables } = engine.operator.at(LOCATION_ID);
  const startMs = SIX_MS + (n % 17) * 15 * MINUTE_MS;
  const partySize = 1 + (n % 6);
  const given = CHOICES[n % CHOICES.length]!;
  const choice = given ? { choice: { tables: given, force: n % 5 === 0 } } : {};
  if (kind === 'book') {
    const guest = { name: `Guest ${n}` };
    return void (await bookings.create({
      ...aRequest(startMs, { partySize }),
      idempotencyKey: null,
      guest,
    }));
  }
  if (kind === 'block') {
    const request = { tables: given ?? ['A'], startMs, endMs: startMs + 45 * MINUTE_MS, force: n % 2 === 0 };
    return void (await tables.block(request));
  }
  const made = await all();
  const booking = made[which % Math.max(1, made.length)];
  if (!booking) return;
  const to = { ...(n % 3 !== 0 && { startMs }), ...(n % 4 === 0 && { partySize }) };
  if (kind === 'move') await foretold(booking.id, to, choice.choice);
  if (kind === 'assign') await foretold(booking.id, {}, choice.choice);
  if (kind === 'seat') await answered(() => bookings.seat(booking.id));
  if (kind === 'pin') await answered(() => bookings.pin(booking.id, n % 2 === 0));
  if (kind === 'cancel' && n % 3 === 0) await answered(() => bookings.cancel(booking.id));
}

for (const kind of storageSample)
  test(`D9 D38 the dry run of a move has the result of the move, and no effect [${kind.name}]`, async () => {
    const seen = { changed: 0, unchanged: 0, refused: 0, thrown: 0, moves: 0, inTheWay: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 15, maxLength: 30 }), async (events) => {
        const restaurant = await aRestaurant(kind);
        try {
          for (const one of events) await take(restaurant, one);
        } finally {
          await restaurant.close();
        }
        for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += restaurant.seen[name];
      }),
      seeded(inFull(150, kind.name === 'memory' ? 25 : 8)),
    );
    if (kind.name === 'memory')
      for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(0);
  });

test('D7 a dry run keeps the day in memory, and notifies no viewer', async () => {
  const restaurant = await aRestaurant(storages[0]!);
  const { engine } = restaurant;
  const heard: unknown[] = [];
  const made = await engine.operator.at(LOCATION_ID).bookings.create({
    ...aRequest(SIX_MS),
    idempotencyKey: null,
  });
  if (made.kind !== 'booked') throw new Error(made.kind);
  const day = { date: made.booking.serviceDate, partySize: 2 };
  await engine.operator.at(LOCATION_ID).bookings.availability(day);
  const { misses } = engine.health.answers();
  const stop = engine.operator.at(LOCATION_ID).watch((dates) => void heard.push(dates));
  await engine.operator.bookings.preview(made.booking.id, { startMs: SIX_MS + 15 * MINUTE_MS });
  await engine.operator.at(LOCATION_ID).bookings.availability(day);
  expect(engine.health.answers().misses).toBe(misses);
  await engine.operator.bookings.move(made.booking.id, { startMs: SIX_MS + 15 * MINUTE_MS });
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard).toEqual([[day.date]]);
  stop();
  await restaurant.close();
});
