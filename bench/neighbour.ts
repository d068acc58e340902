/**
 * P12: the cost of a full restaurant of 33 table classes for another one on the same built `bord serve` over sockets.
 *
 *     node --conditions=@bord/source bench/run.ts neighbour
 *
 * The other restaurant is asked for a day at an even rate, alternately alone and during load: bookings at the hard restaurant, each followed by its full
 * day for all sizes of a batch. A time counts from the moment at which the request was due, so waiting is included.
 */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, definePlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type { DiaryBooking } from '../packages/engine/src/core/booking/diary.ts';
import { createSeatingSearch } from '../packages/engine/src/core/seating/solver/seating-search.ts';
import { bookedAfter, HARD_RESTAURANT, requestsOf } from '../test/proof/seating/busy-days.ts';
import { at, type Figure, interleaved, median } from './figure.ts';
import { dayRequest } from './http.ts';
import { FORTY_ALIKE } from './restaurant.ts';
import { build, connectTo, databaseIn, newFolder, requestOf, type Server, startBord } from './server.ts';

const { aBooking, aScope, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const HARD_ID = '11111111-1111-4111-8111-111111111133';
const HARD = `/v1/partner-api/locations/${HARD_ID}`;
const DAY_MS = 24 * 60 * 60_000;
const SLOT_MS = 15 * 60_000;
const ROUNDS = 5;
const ROUND_MS = 3000;
/** Requests a second to the neighbour. */
const PACE = 100;

/** A day on which each request was booked for which the search found room. */
function fullDay(): readonly DiaryBooking[] {
  let bookings: DiaryBooking[] = [];
  for (const request of requestsOf(HARD_RESTAURANT, 1)) {
    const isMovable = ({ pinned }: DiaryBooking): boolean => !pinned;
    const search = createSeatingSearch({ plan: HARD_RESTAURANT.plan, bookings, isMovable, movesMax: null });
    bookings = bookedAfter(bookings, request, search.ask(request.question));
  }
  return bookings;
}

/** A database with both restaurants, the hard one full on Friday; a key for them. */
async function furnishBoth(folder: string): Promise<string> {
  const storage = sqliteStorage({ path: databaseIn(folder).path, migrate: true });
  const engine = createEngine({ storage });
  await engine.operator.locations.apply(FORTY_ALIKE, LOCATION_ID);
  const period = {
    name: 'all day',
    weekdays: [1, 2, 3, 4, 5, 6, 7] as const,
    opensMinute: 0,
    closesMinute: 900,
  };
  const { tables } = HARD_RESTAURANT.plan;
  const plan = definePlan({
    name: 'Hard',
    timeZone: 'UTC',
    tables,
    servicePeriods: [period],
    horizonDays: 3650,
  });
  const { location } = await engine.operator.locations.apply(plan, HARD_ID);
  const interval = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + DAY_MS };
  for (const { id, partySize, tables: seated, pinned, ...times } of fullDay()) {
    const startMs = FRIDAY_MS + times.startMs;
    const endMs = FRIDAY_MS + times.blockedUntilMs;
    const idempotencyKey = id;
    const rest = { serviceDate: FRIDAY, partySize, tables: seated, pinned, idempotencyKey };
    const booking = aBooking(`bk_${id}`, {
      locationId: HARD_ID,
      startMs,
      endMs,
      blockedUntilMs: endMs,
      ...rest,
    });
    const scope = aScope(location, { dates: [FRIDAY], interval, named: { idempotencyKey } });
    await storage.bookings.amend(scope, () => ({ result: true, booking }));
  }
  const made = await engine.operator.keys.create({
    partner: 'bench',
    locationIds: [LOCATION_ID, HARD_ID],
    rateLimit: 1_000_000,
  });
  engine.detach();
  await storage.close();
  return made.key;
}

/** How long the slowest answer in a hundred took, in milliseconds from when the question was due. */
async function p99Of(server: Server, request: string): Promise<number> {
  const times: number[] = [];
  const connections = await Promise.all(Array.from({ length: 32 }, () => connectTo(server)));
  const startedMs = performance.now();
  const total = (ROUND_MS / 1000) * PACE;
  const ask = async (nth: number): Promise<void> => {
    const dueMs = startedMs + (nth / PACE) * 1000;
    await new Promise((due) => setTimeout(due, Math.max(0, dueMs - performance.now())));
    const { status } = await connections[nth % connections.length]!.ask(request);
    if (status !== 200) throw new Error(`the neighbour answered ${status}`);
    times.push(performance.now() - dueMs);
  };
  const callers = connections.map(async (_, caller) => {
    for (let nth = caller; nth < total; nth += connections.length) await ask(nth);
  });
  await Promise.all(callers);
  for (const connection of connections) connection.end();
  return at(times, 0.99);
}

/** Books at the hard restaurant, cancels, and asks for the whole day after each, until it is stopped. */
async function crowd(server: Server, key: string, isOver: () => boolean): Promise<number> {
  const connection = await connectTo(server);
  const range = { startDate: FRIDAY, endDate: FRIDAY, partySizes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
  const day = requestOf('POST', `${HARD}/availability/batch`, key, range);
  let bookings = 0;
  for (let nth = 0; !isOver(); nth++) {
    const startsAt = new Date(FRIDAY_MS + ((nth * 7) % 44) * SLOT_MS).toISOString();
    const guest = {
      name: 'Alva Lind',
      email: 'alva@example.com',
      idempotencyKey: `crowd ${process.hrtime.bigint()}`,
    };
    const booked = await connection.ask(
      requestOf('POST', `${HARD}/bookings`, key, { startsAt, partySize: 1 + (nth % 6), ...guest }),
    );
    const answer = JSON.parse(booked.body.toString()) as { bookingId?: string; reason?: string };
    if (booked.status !== 201 && answer.reason !== 'tables')
      throw new Error(`a booking was answered ${booked.status}: ${booked.body.toString()}`);
    bookings++;
    if (booked.status === 201) {
      const { bookingId } = answer;
      await connection.ask(requestOf('POST', `/v1/partner-api/bookings/${bookingId}/cancel`, key, {}));
    }
    const { status, body } = await connection.ask(day);
    if (status !== 200) throw new Error(`the full day was answered ${status}: ${body.toString()}`);
  }
  connection.end();
  return bookings;
}

export async function run(): Promise<Figure[]> {
  build();
  const folder = newFolder();
  const key = await furnishBoth(folder);
  const server = await startBord(folder);
  const request = dayRequest(key);
  let bookings = 0;
  const measures = {
    alone: () => p99Of(server, request),
    beside: async () => {
      let isOver = false;
      const crowded = crowd(server, key, () => isOver);
      const found = await p99Of(server, request);
      isOver = true;
      bookings += await crowded;
      return found;
    },
  };
  await interleaved(1, measures);
  const { alone, beside } = await interleaved(ROUNDS, measures);
  await server.stop();
  console.log(
    `${bookings} bookings were asked for beside, and the full day after each; one that is made is cancelled again`,
  );
  const grown = median(beside.map((ms, round) => ms - alone[round]!));
  return [
    {
      goal: 'P12',
      what: 'a neighbour of a full hard restaurant: what its p99 grows by',
      unit: 'ms',
      figure: grown,
      ceiling: median(alone),
      against: 'its p99 alone',
      ratio: grown,
      atMost: 30,
    },
  ];
}
