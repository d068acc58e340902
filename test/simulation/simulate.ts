/**
 * The whole engine on a virtual clock: several engines on one storage behind a bad line, partners that retry, an operator, workers
 * that deliver to receivers that fail. First the storm, then the calm, in which every queue must empty.
 *
 * After each turn: no table is held twice. At the end: whatever was acknowledged is there, under one id for each idempotency key; and
 * each change of a booking has reached the receiver.
 */
import { createHash } from 'node:crypto';
import {
  type Booking,
  type BookingRequest,
  createEngine,
  type Engine,
  isLive,
  type Outbox,
  type Storage,
} from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { behindBadLine, CALM, type Weather } from './faulty-storage.ts';
import { type Dice, diceOf, type Turns, turnsOf } from './turns.ts';

/** What is done to a sound storage before anybody uses it: a control breaks it. */
export type Sabotage = (sound: Storage, turns: Turns) => Storage;

export interface History {
  /** Calls of the engine, retries included. */
  readonly operations: number;
  /** SHA-256 over all that was done and answered, in order. */
  readonly hash: string;
  readonly booked: number;
  readonly replayed: number;
  readonly refused: number;
  readonly delivered: number;
}

const ENGINES = 3;
const CLIENTS = 12;
/** So long a worker may take to empty the queues once the storm is over. */
const CALM_TURNS_MAX = 2000;
const HOUR_MS = 3_600_000;
const caller = fixtures.aCaller();

/** One evening in the life of a house. Rejects with what went wrong; the seed brings it back. */
export async function simulate(
  seed: number,
  wishes: number,
  sabotage: Sabotage = (sound) => sound,
): Promise<History> {
  const dice = diceOf(seed);
  const turns = turnsOf(dice);
  let nowMs = fixtures.FRIDAY_MS;
  const clock = { nowMs: () => nowMs };
  const sound = sabotage(memoryStorage(clock), turns);
  const weather: Weather = { lostBefore: 15, lostAfter: 15 };
  const storage = behindBadLine(sound, turns, dice, weather);
  const trace = createHash('sha256');
  const house = new House(sound, trace);
  await house.open();

  const engines = Array.from({ length: ENGINES }, () => createEngine({ storage, clock, random: dice }));
  let left = wishes;
  let busy = CLIENTS;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      nowMs += dice.once(50) ? dice.roll(600_000) : dice.roll(2000);
      await act(dice.pick(engines), dice, house);
    }
    busy -= 1;
    if (busy === 0) Object.assign(weather, CALM);
  };
  const worker = async (): Promise<void> => {
    for (let calmTurns = 0; busy > 0 || (await house.hasWaiting()); calmTurns += busy > 0 ? 0 : 1) {
      if (calmTurns > CALM_TURNS_MAX) throw new Error('the queues do not empty');
      await turns.wait();
      await deliver(storage.outbox, dice, house, busy > 0, (ms) => (nowMs += ms));
    }
  };
  const running = Promise.all([...Array.from({ length: CLIENTS }, client), worker(), worker()]);
  await Promise.race([running, turns.giveAll(() => house.assertNothingHeldTwice())]);
  await running;
  await house.assertAllKept();
  return { ...house.counts, hash: trace.digest('hex') };
}

/** A partner books and retries until she knows the outcome, reads, or cancels; an operator closes a visit. */
async function act(engine: Engine, dice: Dice, house: House): Promise<void> {
  const chosen = dice.roll(10);
  const known = house.anyBooking(dice);
  if (chosen < 6 || known === null) return book(engine, dice, house);
  if (chosen === 6) return read(engine, dice, house);
  const change = [engine.cancelBooking, engine.markNoShow, engine.undoBooking][chosen - 7]!;
  await house.untilKnown(`${change.name} ${known}`, () => change(chosen === 7 ? caller : 'operator', known));
}

async function book(engine: Engine, dice: Dice, house: House): Promise<void> {
  const request = house.request(dice);
  const copies = dice.once(4) ? 2 : 1;
  const outcomes = await Promise.all(
    Array.from({ length: copies }, () =>
      house.untilKnown(`book ${request.idempotencyKey}`, () =>
        engine.createBooking(caller, fixtures.LOCATION_ID, request),
      ),
    ),
  );
  for (const outcome of outcomes) if (outcome) house.acknowledge(request, outcome);
}

async function read(engine: Engine, dice: Dice, house: House): Promise<void> {
  await house.untilKnown('availability', () =>
    engine.readAvailability(caller, fixtures.LOCATION_ID, fixtures.FRIDAY, 1 + dice.roll(4)),
  );
}

/** Leases what is due, and settles it as the receiver answered; a worker may die in between, or come back too late. */
async function deliver(
  outbox: Outbox,
  dice: Dice,
  house: House,
  storm: boolean,
  pass: (ms: number) => void,
): Promise<void> {
  try {
    const leased = await outbox.lease(1 + dice.roll(5), 30_000);
    if (leased.length === 0) pass(5000);
    for (const delivery of leased) {
      if (storm && dice.once(8)) continue; // the worker dies with its lease
      const arrived = !storm || !dice.once(5);
      if (arrived) house.receive(delivery.eventId, delivery.body);
      await outbox.settle(
        delivery.id,
        delivery.attempt,
        arrived ? { kind: 'delivered' } : { kind: 'retry', afterMs: 10_000 },
      );
    }
  } catch (error) {
    house.expectUnavailable(error);
  }
}

/** The house as it should be, beside the storage as it is. */
class House {
  readonly counts = { operations: 0, booked: 0, replayed: 0, refused: 0, delivered: 0 };
  readonly #sound: Storage;
  readonly #trace: ReturnType<typeof createHash>;
  readonly #idOfKey = new Map<string, string>();
  readonly #received = new Map<string, string>();
  #live: readonly Booking[] = [];
  #keys = 0;

  constructor(sound: Storage, trace: ReturnType<typeof createHash>) {
    this.#sound = sound;
    this.#trace = trace;
  }

  async open(): Promise<void> {
    await fixtures.aLocation(this.#sound, {
      floorPlan: {
        tables: ['A', 'B', 'C'].map((id) => fixtures.aTable(id)),
        combinations: [],
        wastedSeatsMax: null,
      },
    });
    await this.#sound.endpoints.insert(fixtures.anEndpoint());
    const { amend } = this.#sound.bookings;
    // Every step that the storage takes, whoever hears of it, is looked at in the turn in which it is taken.
    this.#sound.bookings.amend = async (scope, rule) => {
      const result = await amend(scope, rule);
      this.#live = (await this.#sound.bookings.list(fixtures.LOCATION_ID)).filter(isLive);
      return result;
    };
  }

  request(dice: Dice): BookingRequest {
    const isOld = this.#keys > 0 && dice.once(8);
    const idempotencyKey = `k${isOld ? dice.roll(this.#keys) : this.#keys++}`;
    const startMs = fixtures.FRIDAY_MS + (10 + dice.roll(10)) * HOUR_MS + dice.roll(4) * (HOUR_MS / 4);
    return fixtures.aRequest(startMs, { partySize: 1 + dice.roll(4), idempotencyKey });
  }

  anyBooking(dice: Dice): string | null {
    const ids = [...this.#idOfKey.values()];
    return ids.length === 0 ? null : dice.pick(ids);
  }

  /** Repeats a call until its outcome is known: what a careful partner does. Null: it may not be done. */
  async untilKnown<R>(what: string, call: () => Promise<R>): Promise<R | null> {
    for (;;) {
      this.counts.operations += 1;
      try {
        const result = await call();
        this.#trace.update(`${what} → ${JSON.stringify(result)}\n`);
        return result;
      } catch (error) {
        const code = (error as { code?: string }).code;
        this.#trace.update(`${what} → ${code}\n`);
        if (code === 'conflict' || code === 'not_cancellable') return null;
        this.expectUnavailable(error);
      }
    }
  }

  expectUnavailable(error: unknown): void {
    if ((error as { code?: string }).code !== 'unavailable') throw error;
  }

  acknowledge(request: BookingRequest, outcome: Awaited<ReturnType<Engine['createBooking']>>): void {
    this.counts[outcome.kind] += 1;
    if (outcome.kind === 'refused') return;
    const known = this.#idOfKey.get(request.idempotencyKey!);
    if (known !== undefined && known !== outcome.booking.id)
      throw new Error(`two bookings under one key: ${known}, ${outcome.booking.id}`);
    this.#idOfKey.set(request.idempotencyKey!, outcome.booking.id);
  }

  receive(eventId: string, body: string): void {
    const before = this.#received.get(eventId);
    if (before !== undefined && before !== body) throw new Error(`event ${eventId} came with two bodies`);
    if (before === undefined) this.counts.delivered += 1;
    this.#received.set(eventId, body);
  }

  async hasWaiting(): Promise<boolean> {
    const seconds = (await this.#sound.bookings.list(fixtures.LOCATION_ID)).flatMap(
      ({ id, lastEventSeconds }) =>
        Object.entries(lastEventSeconds).map(([type, second]) => `${id}:${type}:${second}`),
    );
    return seconds.some((eventId) => !this.#received.has(eventId));
  }

  assertNothingHeldTwice(): void {
    for (const [i, booking] of this.#live.entries()) {
      const rival = this.#live
        .slice(i + 1)
        .find(
          (other) =>
            other.startMs < booking.blockedUntilMs &&
            booking.startMs < other.blockedUntilMs &&
            other.tables.some((table) => booking.tables.includes(table)),
        );
      if (rival) throw new Error(`${booking.id} and ${rival.id} hold one table at once`);
    }
  }

  async assertAllKept(): Promise<void> {
    const bookings = await this.#sound.bookings.list(fixtures.LOCATION_ID);
    const ids = new Set(bookings.map(({ id }) => id));
    for (const [key, id] of this.#idOfKey)
      if (!ids.has(id)) throw new Error(`the acknowledged booking of ${key} is gone`);
    if (bookings.length !== this.#idOfKey.size)
      throw new Error(`${bookings.length} bookings under ${this.#idOfKey.size} keys`);
    for (const { id, status } of bookings) {
      const heard = [...this.#received.keys()].filter((eventId) => eventId.startsWith(`${id}:`));
      const types = new Set(heard.map((eventId) => eventId.split(':')[1]));
      if (!types.has('booking.created')) throw new Error(`nobody heard that ${id} was made`);
      if (status === 'cancelled' && !types.has('booking.cancelled'))
        throw new Error(`nobody heard that ${id} was cancelled`);
      if (status === 'no_show' && !types.has('booking.updated'))
        throw new Error(`nobody heard that ${id} was a no-show`);
    }
  }
}
