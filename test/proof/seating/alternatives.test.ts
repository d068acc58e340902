/** The alternatives of a rejected time: over random restaurants each one is available, and no nearer one is omitted. */
import {
  addDays,
  type Alternatives,
  type Booking,
  createEngine,
  type Engine,
  instantOf,
  localDateAt,
  type Location,
  type LocationPlan,
  type TableChoice,
} from '@bord/engine';
import { daysBetween, minuteOfDayAt } from '@bord/engine/adapters';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretKeyOf, tokenOf } from '../../../packages/engine/src/core/access/secret.ts';
import { serviceDayAt, serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import { inFull } from '../../support/long.ts';
import { aDate, aRestaurant } from '../../support/restaurants.ts';
import { seeded } from '../../support/seed.ts';

const KEY = new Uint8Array(32);
const HOUR_MS = 3_600_000;
const LONG_BEFORE_MS = Date.UTC(2027, 0, 15, 9);

/** A restaurant at an instant, with its bookings. */
interface Restaurant {
  readonly engine: Engine;
  readonly location: Location;
}

async function opened(plan: LocationPlan, nowMs: number, bookings: readonly Booking[]): Promise<Restaurant> {
  const clock = { nowMs: () => nowMs };
  const storage = memoryStorage(clock);
  const engine = createEngine({ storage, clock, secretKeys: [KEY] });
  const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
  for (const booking of bookings)
    await storage.bookings.amend(fixtures.aScope(location), fixtures.save({ booking }));
  return { engine, location };
}

const PARTNER = fixtures.aCaller({ locationIds: [fixtures.LOCATION_ID] });

/** One way to ask for a time, and for others when it is refused. */
interface Requester {
  /** Tries a start; returns the result. */
  readonly ask: (
    restaurant: Restaurant,
    startMs: number,
  ) => Promise<{ readonly kind: string; readonly reason?: string }>;
  readonly alternatives: (restaurant: Restaurant, startMs: number) => Promise<Alternatives>;
  /** The tables of the whole restaurant count, not only those for partners. */
  readonly isOperator: boolean;
  readonly partySize: number;
  /** The party's own time, which is not an alternative. */
  readonly ownMs?: number | undefined;
}

function creates(partySize: number, by: 'partner' | 'operator', choice?: TableChoice): Requester {
  const request = (startMs: number) => fixtures.aRequest(startMs, { partySize });
  const { LOCATION_ID: id } = fixtures;
  return {
    isOperator: by === 'operator',
    partySize,
    ask: ({ engine }, startMs) =>
      by === 'operator'
        ? engine.operator.at(id).bookings.create(request(startMs), choice)
        : engine.partner(PARTNER).createBooking(id, request(startMs)),
    alternatives: ({ engine }, startMs) =>
      by === 'operator'
        ? engine.operator.at(id).bookings.alternatives({ startMs, partySize }, choice)
        : engine.partner(PARTNER).alternatives(id, { startMs, partySize }),
  };
}

function moves(
  booking: Booking,
  partySize: number,
  by: 'guest' | 'operator',
  choice?: TableChoice,
): Requester {
  const token = tokenOf(secretKeyOf(KEY), 'manage', booking.id);
  return {
    isOperator: by === 'operator',
    partySize,
    ownMs: booking.partySize === partySize ? booking.startMs : undefined,
    ask: ({ engine }, startMs) =>
      by === 'operator'
        ? engine.operator.bookings.move(booking.id, { startMs, partySize }, choice)
        : engine.guest(token).move({ startMs, partySize }),
    alternatives: ({ engine }, startMs) =>
      by === 'operator'
        ? engine.operator.bookings.alternativesToMove(booking.id, { startMs, partySize }, choice)
        : engine.guest(token).alternatives({ startMs, partySize }),
  };
}

/** The grid of a date from now on, if only the opening hours reject parties. */
async function gridOf(plan: LocationPlan, nowMs: number, date: string, partySize: number): Promise<number[]> {
  const giant = fixtures.aTable('giant', { seatsMin: 1, seatsMax: 1000 });
  const periods = plan.servicePeriods.map((period) => ({ ...period, partySizeMin: 1, partySizeMax: null }));
  const open: LocationPlan = {
    ...plan,
    leadTimeMinutes: 0,
    servicePeriods: periods,
    floorPlan: { tables: [giant], combinations: [], wastedSeatsMax: null },
  };
  const { engine, location } = await opened(open, nowMs, []);
  const { answer } = await engine.operator.at(location.id).bookings.availability({ date, partySize });
  return answer.slots.map(({ startMs }) => startMs);
}

/** All available times of a date, the nearest first: each start is tried in a separate restaurant. */
async function had(
  requester: Requester,
  { plan, nowMs, bookings }: { plan: LocationPlan; nowMs: number; bookings: readonly Booking[] },
  { date, aroundMs, refusedMs, most }: { date: string; aroundMs: number; refusedMs: number; most: number },
): Promise<number[]> {
  const grid = await gridOf(plan, nowMs, date, requester.partySize);
  const starts = grid.filter((startMs) => startMs !== refusedMs && startMs !== requester.ownMs);
  const found: number[] = [];
  let restaurant = await opened(plan, nowMs, bookings);
  for (const startMs of starts.toSorted((a, b) => Math.abs(a - aroundMs) - Math.abs(b - aroundMs) || a - b)) {
    if (found.length === most) break;
    const { kind } = await requester.ask(restaurant, startMs);
    if (kind === 'refused') continue;
    found.push(startMs);
    restaurant = await opened(plan, nowMs, bookings);
  }
  return found;
}

/** The first of the 14 dates after the wanted one with an available time, and the times nearest to the same time of day. */
async function nextHad(
  requester: Requester,
  situation: { plan: LocationPlan; nowMs: number; bookings: readonly Booking[] },
  wanted: string,
  startMs: number,
): Promise<Alternatives['nextAvailable']> {
  const { timeZone } = situation.plan;
  const minute =
    minuteOfDayAt(timeZone, startMs) + 1440 * daysBetween(wanted, localDateAt(timeZone, startMs));
  for (let days = 1; days <= 14; days++) {
    const date = addDays(wanted, days);
    const aroundMs = instantOf(timeZone, date, minute);
    const [first] = await had(requester, situation, { date, aroundMs, refusedMs: startMs, most: 1 });
    if (first !== undefined) return { date, startMs: first };
  }
  return null;
}

const wishes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 })), {
  minLength: 10,
  maxLength: 40,
  size: 'max',
});

/** A day booked by partners and the operator, with some pinned bookings. */
async function bookedDay(
  plan: LocationPlan,
  date: string,
  wanted: readonly (readonly [number, number])[],
): Promise<Booking[]> {
  const { engine, location } = await opened(plan, LONG_BEFORE_MS, []);
  for (const [pick, partySize] of wanted) {
    const { answer } = await engine.operator.at(location.id).bookings.availability({ date, partySize });
    const { startMs } = answer.slots[pick % Math.max(1, answer.slots.length)] ?? {};
    if (startMs === undefined) continue;
    const request = fixtures.aRequest(startMs, { partySize });
    const made =
      pick % 3 === 0
        ? await engine.operator.at(location.id).bookings.create(request)
        : await engine.partner(PARTNER).createBooking(location.id, request);
    if (made.kind === 'booked' && pick % 5 === 0) await engine.operator.bookings.pin(made.booking.id, true);
  }
  return [...(await engine.operator.at(location.id).bookings.list())];
}

test('D31 D2 each alternative is available, the nearest first, and no nearer one is omitted', async () => {
  const counts = { named: 0, next: 0, none: 0, create: 0, move: 0, table: 0, guest: 0, partner: 0 };
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      aDate,
      wishes,
      fc.record({
        partySize: fc.integer({ min: 1, max: 7 }),
        minutes: fc.integer({ min: 0, max: 28 * 4 }).map((quarters) => quarters * 15),
        offGrid: fc.constantFrom(0, 0, 0, 7),
        lead: fc.constantFrom(0, 45, 180),
        isSameDay: fc.boolean(),
        pick: fc.nat(),
        kind: fc.constantFrom('create', 'partner', 'move', 'guest', 'table', 'table move'),
      }),
      async (random, date, wanted, { partySize, minutes, offGrid, lead, isSameDay, pick, kind }) => {
        const plan = { ...random, leadTimeMinutes: lead };
        const bookings = await bookedDay({ ...plan, leadTimeMinutes: 0 }, date, wanted);
        const midnightMs = instantOf(plan.timeZone, date, 0);
        const nowMs = isSameDay ? midnightMs + 16 * HOUR_MS : LONG_BEFORE_MS;
        const live = bookings.filter(({ startMs }) => startMs > nowMs);
        const moved = live[pick % Math.max(1, live.length)];
        const { id: table } = plan.floorPlan.tables[pick % plan.floorPlan.tables.length]!;
        const choice = { tables: [table], force: pick % 2 === 0 };
        const requester = {
          create: () => creates(partySize, 'operator'),
          partner: () => creates(partySize, 'partner'),
          move: () => moved && moves(moved, partySize, 'operator'),
          guest: () => moved && moves(moved, partySize, 'guest'),
          table: () => creates(partySize, 'operator', choice),
          'table move': () => moved && moves(moved, partySize, 'operator', choice),
        }[kind]();
        const startMs = midnightMs + (minutes + offGrid) * 60_000;
        if (!requester) return;
        const refused = await requester.ask(await opened(plan, nowMs, bookings), startMs).catch(() => null);
        if (refused?.kind !== 'refused' || refused.reason === 'party_size') return;

        const restaurant = await opened(plan, nowMs, bookings);
        const found = await requester.alternatives(restaurant, startMs);
        const { date: day } = serviceDayAt(plan, startMs, (one) => serviceDayOf(plan, one));
        const situation = { plan, nowMs, bookings };
        expect(found.startsMs).toEqual(
          await had(requester, situation, { date: day, aroundMs: startMs, refusedMs: startMs, most: 4 }),
        );
        if (kind !== 'create') counts[kind === 'table move' ? 'table' : (kind as 'move')] += 1;
        else counts.create += 1;
        if (found.startsMs.length > 0) {
          counts.named += 1;
          expect(found.nextAvailable).toBeNull();
          return;
        }
        const next = await nextHad(requester, situation, day, startMs);
        expect(found.nextAvailable).toEqual(next);
        counts[next ? 'next' : 'none'] += 1;
      },
    ),
    seeded(inFull(600, 100)),
  );
  for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0);
});
