/** Imports into small random restaurants with existing bookings, on every storage. */
import {
  createEngine,
  DAY_MS,
  type Engine,
  HOUR_MS,
  type ImportRow,
  MINUTE_MS,
  type Storage,
} from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { randomPlan } from '../seating/days.ts';
import { between, type Chance, chanceOf, pick } from '../seating/random.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { storageSample } from '../../support/storages.ts';

const { aPlan, aPeriod, aRequest, aTable, LOCATION_ID, FRIDAY_MS } = fixtures;
const clock = { nowMs: () => FRIDAY_MS };
const ENDED_MS = FRIDAY_MS - 9 * HOUR_MS;

const mailer = {
  isLocal: true,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

const ONE_TABLE = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };

/** Open until four in the morning, so that a night reaches into the next date. */
function aRestaurant(chance: Chance) {
  return aPlan({
    floorPlan: randomPlan(chance),
    servicePeriods: [aPeriod({ opensMinute: 11 * 60, closesMinute: 28 * 60 })],
  });
}

/** More than there is room for, on some dates, at times of which some are closed or over. */
function someRows(chance: Chance, tables: readonly string[]): ImportRow[] {
  return Array.from({ length: between(chance, 5, 25) }, (_, i) => {
    const chosen = [pick(chance, tables), pick(chance, tables)].slice(0, between(chance, 1, 2));
    const startMs =
      FRIDAY_MS + between(chance, 0, 2) * DAY_MS + between(chance, 16 * 4, 27 * 4) * 15 * MINUTE_MS;
    return {
      request: {
        startMs: chance() < 0.05 ? ENDED_MS : startMs,
        partySize: between(chance, 1, 6),
        guest: { name: chance() < 0.05 ? ' ' : `Guest ${i}`, email: 'guest@example.com' },
        idempotencyKey: `import:${chance() < 0.05 ? 0 : i}`,
      },
      isCancelled: chance() < 0.1,
      ...(chance() < 0.3 && { choice: { tables: [...new Set(chosen)], force: chance() < 0.5 } }),
    };
  });
}

/** A storage whose steps fail after so many more. */
function goingAway(storage: Storage, away: { after: number }): Storage {
  const { bookings } = storage;
  const amend: Storage['bookings']['amend'] = async (scope, rule) => {
    if (away.after-- <= 0) throw new Error('away');
    return bookings.amend(scope, rule);
  };
  return { ...storage, bookings: { ...bookings, amend } };
}

/** Earlier bookings of partners. */
async function fill(engine: Engine, chance: Chance): Promise<void> {
  const partner = engine.partner(fixtures.aCaller());
  for (let i = 0; i < 6; i++) {
    const startMs = FRIDAY_MS + between(chance, 0, 2) * DAY_MS + between(chance, 16, 26) * HOUR_MS;
    await partner.createBooking(LOCATION_ID, aRequest(startMs, { partySize: between(chance, 1, 4) }));
  }
}

/** The stored bookings without ids and times of creation. */
async function diaryOf(engine: Engine) {
  const bookings = await engine.operator.at(LOCATION_ID).bookings.list();
  return bookings
    .map(({ idempotencyKey, startMs, partySize, tables, pinned, status, channel }) =>
      JSON.stringify([idempotencyKey, startMs, partySize, tables, pinned, status, channel]),
    )
    .toSorted();
}

/** The outcomes that must occur; more restaurants are tried until all have. */
const KINDS = ['booked', 'refused', 'invalid', 'absent', 'away'];

type Outcome = Awaited<ReturnType<Engine['operator']['bookings']['import']>>[number];

/** An outcome without the parts that depend on earlier table assignments. */
function gist(outcome: Outcome): string {
  return outcome.kind === 'refused' ? `refused ${outcome.reason}` : outcome.kind;
}

describe.each(storageSample)('$name', ({ open }) => {
  test('D10 D38 an import has the outcomes of its dry run; aborted and repeated, or run twice, it has one effect', async () => {
    const seen: Record<string, number> = {};
    const isMissing = (): boolean => KINDS.some((kind) => !seen[kind]);
    for (let i = 0; i < inFull(60, 4) || (i < 60 && isMissing()); i++) {
      const where = `seed ${seed + i}`;
      const chance = chanceOf(seed + i);
      const opened = await open(clock);
      const away = { after: Infinity };
      const facts: unknown[] = [];
      const observer = (fact: unknown): void => void facts.push(fact);
      const engine = createEngine({ storage: goingAway(opened.storage, away), clock, mailer, observer });
      const plan = aRestaurant(chance);
      await engine.operator.locations.apply(plan, LOCATION_ID);
      await fill(engine, chance);
      const rows = someRows(
        chance,
        plan.floorPlan.tables.map(({ id }) => id),
      );
      const before = await diaryOf(engine);
      const mailsBefore = await engine.health.outbox();

      facts.length = 0;
      const foretold = await engine.operator.bookings.import(LOCATION_ID, rows, { dryRun: true });
      expect(await diaryOf(engine), where).toEqual(before);
      expect(facts, where).toEqual([]);

      const done: number[] = [];
      const progress = (count: number): void => void done.push(count);
      const isBroken = chance() < 0.7;
      if (isBroken) {
        away.after = between(chance, 0, 4);
        const failure: unknown = await engine.operator.bookings
          .import(LOCATION_ID, rows)
          .catch((error: unknown) => error);
        if (failure instanceof Error) seen[failure.message] = (seen[failure.message] ?? 0) + 1;
        away.after = Infinity;
      }
      const outcomes = await engine.operator.bookings.import(LOCATION_ID, rows, { progress });
      const isKnown = (kind: string): string => (isBroken && kind === 'replayed' ? 'booked' : kind);
      expect(
        outcomes.map((outcome, row) => (rows[row]!.isCancelled ? gist(outcome) : isKnown(gist(outcome)))),
        where,
      ).toEqual(foretold.map(gist));
      expect(done, where).toEqual(rows.map((_, row) => row + 1));
      for (const { kind } of outcomes) seen[kind] = (seen[kind] ?? 0) + 1;

      const once = await diaryOf(engine);
      const again = await engine.operator.bookings.import(LOCATION_ID, rows);
      expect(again.map(gist), where).toEqual(
        outcomes.map(gist).map((kind) => (kind === 'booked' ? 'replayed' : kind)),
      );
      expect(await diaryOf(engine), where).toEqual(once);
      expect(await engine.health.outbox(), 'no e-mails').toEqual(mailsBefore);
      engine.detach();
      await opened.close();
    }
    expect(KINDS.filter((kind) => !seen[kind])).toEqual([]);
  });

  test('D38 a party with a chosen table is imported first, at any position in the file', async () => {
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock });
    await engine.operator.locations.apply(
      aPlan({
        floorPlan: { tables: [aTable('A', { seatsMax: 2 })], combinations: [], wastedSeatsMax: null },
      }),
      LOCATION_ID,
    );
    const row = (name: string, ...tables: string[]): ImportRow => ({
      request: {
        startMs: FRIDAY_MS + 18 * HOUR_MS,
        partySize: 2,
        guest: { name },
        idempotencyKey: `import:${name}`,
      },
      ...(tables.length > 0 && { choice: { tables } }),
    });
    const rows = [row('Lind'), row('Berg', 'A'), row('Ek', 'A'), row('Dahl', 'Z')];
    const outcomes = await engine.operator.bookings.import(LOCATION_ID, rows);
    expect(outcomes).toMatchObject([
      { kind: 'refused', reason: 'tables' },
      { kind: 'booked', booking: { tables: ['A'], pinned: true, guest: { name: 'Berg' } } },
      { kind: 'refused', reason: 'tables', inTheWay: [expect.stringMatching(/^bk_/)] },
      { kind: 'invalid', message: 'tables: there is no table "Z"; use the ids of the floor plan' },
    ]);
    const storedRefusals = await opened.storage.bookings.refusals(LOCATION_ID, {
      startMs: FRIDAY_MS,
      endMs: FRIDAY_MS + DAY_MS,
    });
    expect(storedRefusals, 'what another system has accepted is no demand').toEqual([]);
    engine.detach();
    await opened.close();
  });

  test('D26 guests are written to where that is asked for', async () => {
    const opened = await open(clock);
    const engine = createEngine({
      storage: opened.storage,
      clock,
      mailer,
      secretKeys: [Buffer.alloc(32, 7)],
    });
    await engine.operator.locations.apply(aPlan(), LOCATION_ID);
    const row = (key: string, day: number): ImportRow => ({
      request: {
        startMs: FRIDAY_MS + day * DAY_MS + 18 * HOUR_MS,
        partySize: 2,
        guest: { name: 'Alva Lind', email: 'alva@example.com' },
        idempotencyKey: key,
      },
    });
    await engine.operator.bookings.import(LOCATION_ID, [row('a', 3)]);
    expect(await engine.operator.mails.list(9)).toEqual([]);
    const [made] = await engine.operator.bookings.import(LOCATION_ID, [row('b', 4)], { writesMail: true });
    if (made?.kind !== 'booked') throw new Error(made?.kind);
    const kinds = (await engine.operator.mails.list(9)).map(({ bookingId, eventId }) => [
      bookingId,
      /mail\.(\w+)/.exec(eventId)?.[1],
    ]);
    expect(kinds.toSorted()).toEqual([
      [made.booking.id, 'confirmation'],
      [made.booking.id, 'reminder'],
    ]);
    engine.detach();
    await opened.close();
  });
});

test('D36 a waiting party is notified when an import without e-mails frees a table', async () => {
  const clockOf = { ms: FRIDAY_MS, nowMs: () => clockOf.ms };
  const engine = createEngine({
    storage: memoryStorage(clockOf),
    clock: clockOf,
    mailer,
    secretKeys: [Buffer.alloc(32, 7)],
  });
  await engine.operator.locations.apply(aPlan({ floorPlan: ONE_TABLE }), LOCATION_ID);
  const startMs = FRIDAY_MS + 18 * HOUR_MS;
  await engine.partner(fixtures.aCaller()).createHold(LOCATION_ID, { startMs, partySize: 2, seconds: 60 });
  const waiting = await engine.operator.at(LOCATION_ID).waitlist.add({
    date: fixtures.FRIDAY,
    fromMs: startMs,
    toMs: startMs,
    partySize: 2,
    mode: 'offer',
    guest: { name: 'Iris Dahl', email: 'iris@example.com' },
  });
  clockOf.ms += 2 * MINUTE_MS; // the expired hold's table is still free
  const request = aRequest(FRIDAY_MS + 13 * HOUR_MS, { idempotencyKey: 'imported' });
  const [made] = await engine.operator.bookings.import(LOCATION_ID, [
    { request: { ...request, idempotencyKey: 'imported' } },
  ]);
  expect(made?.kind).toBe('booked');
  const mails = (await engine.operator.mails.list(9)).map(({ bookingId, eventId }) => [
    bookingId,
    /mail\.(\w+)/.exec(eventId)?.[1],
  ]);
  expect(mails.toSorted()).toEqual([
    [waiting.id, 'waitlist_joined'],
    [waiting.id, 'waitlist_offered'],
  ]);
  engine.detach();
});

test('D10 a dry run saves no change, also on a storage that is an instance of a class', async () => {
  const storage = Object.create(memoryStorage(clock)) as Storage; // all that it has is inherited
  const engine = createEngine({ storage, clock });
  await engine.operator.locations.apply(aPlan(), LOCATION_ID);
  const request = {
    startMs: FRIDAY_MS + 18 * HOUR_MS,
    partySize: 2,
    guest: { name: 'Alva Lind' },
    idempotencyKey: 'a',
  };
  const outcomes = await engine.operator.bookings.import(LOCATION_ID, [{ request }], { dryRun: true });
  expect(outcomes).toMatchObject([{ kind: 'booked' }]);
  expect(await engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
});

test('D9 a dry run knows who would have made room before', async () => {
  const engine = createEngine({ storage: memoryStorage(clock), clock });
  const tables = [aTable('A', { seatsMax: 4 }), aTable('B', { seatsMax: 2 })];
  await engine.operator.locations.apply(
    aPlan({ floorPlan: { tables, combinations: [], wastedSeatsMax: null } }),
    LOCATION_ID,
  );
  const row = (name: string, partySize: number): ImportRow => ({
    request: { startMs: FRIDAY_MS + 18 * HOUR_MS, partySize, guest: { name }, idempotencyKey: name },
  });
  const sitter = await engine.operator
    .at(LOCATION_ID)
    .bookings.create(row('Ek', 2).request, { tables: ['A'] });
  if (sitter.kind !== 'booked') throw new Error(sitter.kind);
  await engine.operator.bookings.pin(sitter.booking.id, false);
  const rows = [row('Lind', 4), row('Berg', 2)];
  for (const dryRun of [true, false])
    expect((await engine.operator.bookings.import(LOCATION_ID, rows, { dryRun })).map(gist)).toEqual([
      'booked',
      'refused tables',
    ]);
});
