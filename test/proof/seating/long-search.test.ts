/** Long searches run outside of the lock: before the step, or after a step that had no time for them. */
import { createEngine, definePlan, type Engine, type Fact } from '@bord/engine';
import type { Storage, DiaryRow, Entry } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type DiaryBooking, heldBy } from '../../../packages/engine/src/core/booking/diary.ts';
import type { Location } from '../../../packages/engine/src/core/location/location.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import {
  bookingWindowOf,
  offeredSlots,
  type Slot,
} from '../../../packages/engine/src/core/location/slots.ts';
import {
  type DayState,
  dayStateOf,
  dayToSearch,
  SearchTakesLongError,
  undecidedIn,
} from '../../../packages/engine/src/core/seating/day-state.ts';
import { HOUR_MS, overlaps } from '../../../packages/engine/src/core/instant.ts';
import { type Memory, newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import { AT_ONCE_STEPS, TURN_STEPS } from '../../../packages/engine/src/core/seating/solver/budget.ts';
import {
  createSeatingSearch,
  type SeatingQuestion,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { seatParty } from '../../../packages/engine/src/core/seating/table-assignment.ts';
import { bookedAfter, HARD_RESTAURANT, requestsOf } from './busy-days.ts';

const { aBooking, aScope, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const nowMs = FRIDAY_MS - 24 * HOUR_MS;
const HARD = definePlan({
  name: 'Hard',
  timeZone: 'UTC',
  tables: HARD_RESTAURANT.plan.tables,
  servicePeriods: [{ name: 'all day', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 0, closesMinute: 900 }],
});

/** Seated greedily without moves: the next party finds room only if several move. */
function fullFriday(): readonly DiaryBooking[] {
  const { plan } = HARD_RESTAURANT;
  let bookings: DiaryBooking[] = [];
  for (const request of requestsOf(HARD_RESTAURANT, 1)) {
    const search = createSeatingSearch({ plan, bookings, isMovable: () => true, movesMax: 0 });
    bookings = bookedAfter(bookings, request, search.ask(request.question));
  }
  return bookings.map((booking) => ({
    ...booking,
    startMs: FRIDAY_MS + booking.startMs,
    blockedUntilMs: FRIDAY_MS + booking.blockedUntilMs,
  }));
}

const FRIDAY_BOOKED = fullFriday();

/** Parties of three come at five until there is no room for another, or only for one. */
interface BusyDay {
  readonly bookings: readonly DiaryBooking[];
  readonly slot: Slot;
}

const THREE = 3;

/** The next party at five gets this answer, and not immediately. */
function busyDayOf(location: Location, kind: 'seated' | 'full'): BusyDay {
  const day = serviceDayOf(location, FRIDAY);
  const slots = offeredSlots(location, day, THREE, bookingWindowOf(location, nowMs));
  const slot = slots.find(({ startMs }) => startMs === FRIDAY_MS + 5 * HOUR_MS)!;
  const question = questionAt(slot);
  let bookings = FRIDAY_BOOKED;
  for (let nth = 0; nth < 20; nth++) {
    const { search } = dayStateOf(location, day, bookings, nowMs);
    const soon = search.askAtOnce(question);
    const answer = search.ask(question);
    if (!soon && answer.kind === kind) {
      expect(search.steps).toBeGreaterThanOrEqual(AT_ONCE_STEPS);
      return { bookings, slot };
    }
    if (answer.kind !== 'seated') break;
    const request = { id: `three${nth}`, question, pinned: false, cancels: null };
    bookings = bookedAfter(bookings, request, answer);
  }
  throw new Error(`nothing takes long and is ${kind}`);
}

function questionAt({ startMs, blockedUntilMs }: Slot): SeatingQuestion {
  return { startMs, endMs: blockedUntilMs, partySize: THREE, tableAccess: 'online' };
}

async function hardRestaurant(
  storage: Storage = memoryStorage(),
): Promise<{ engine: Engine; location: Location; facts: Fact[] }> {
  const facts: Fact[] = [];
  const clock = { nowMs: () => nowMs };
  const engine = createEngine({ storage, clock, observer: (fact) => facts.push(fact) });
  const { location } = await engine.operator.locations.apply(HARD, LOCATION_ID);
  return { engine, location, facts };
}

/** Writes the bookings down. */
async function fill(storage: Storage, location: Location, { bookings }: BusyDay): Promise<void> {
  for (const { id, startMs, blockedUntilMs, partySize, tables, pinned } of bookings) {
    const given = { startMs, endMs: blockedUntilMs, blockedUntilMs, partySize, tables, pinned };
    const booking = aBooking(id, { serviceDate: FRIDAY, idempotencyKey: id, ...given });
    const scope = aScope(location, { named: { idempotencyKey: id } });
    await storage.bookings.amend(scope, () => ({ result: true, booking }));
  }
}

/** The same storage; `before` is called ahead of each step that an engine takes, and steps are counted. */
function watched(
  storage: Storage,
  before: () => Promise<void> = async () => undefined,
): { storage: Storage; steps: () => number } {
  let steps = 0;
  const bookings: Storage['bookings'] = {
    ...storage.bookings,
    amend: async (scope, rule) => {
      steps++;
      await before();
      return storage.bookings.amend(scope, rule);
    },
  };
  return { storage: { ...storage, bookings }, steps: () => steps };
}

test('D2 D9 a step that has no time to search is given up, and on the day that was searched it is decided', async () => {
  const { location } = await hardRestaurant();
  const day = serviceDayOf(location, FRIDAY);
  for (const kind of ['seated', 'full'] as const) {
    const { bookings, slot } = busyDayOf(location, kind);
    const memory = newMemory();
    const stateOf = (known: readonly DiaryBooking[], remembered: Memory): DayState =>
      dayToSearch({ location, day, memory: () => remembered }, known, nowMs, heldBy(slot));
    const step = (known: readonly DiaryBooking[], remembered: Memory, isLastTry = false) => {
      const at = { isLastTry };
      const state = stateOf(known, remembered);
      const seated = seatParty(state, slot, THREE, 'online');
      return typeof seated === 'string' ? undecidedIn(at, state, questionAt(slot)) : seated.reseatings.length;
    };
    const given = errorOf(() => step(bookings, memory));
    if (!(given instanceof SearchTakesLongError)) throw given;
    expect(given.questions).toEqual([questionAt(slot)]);
    const { state } = given;
    expect(state.search.steps).toBeLessThan(AT_ONCE_STEPS + 2 * TURN_STEPS);
    expect(state.search.ask(questionAt(slot)).kind).toBe(kind);
    const { steps } = state.search;
    if (kind === 'seated') expect(step(bookings.toReversed(), memory)).toBeGreaterThan(0);
    else expect(step(bookings.toReversed(), memory)).toBe(0);
    expect(state.search.steps).toBe(steps);
    // The result is not valid for another day, even if it differs only in one booking or in the movable ones.
    const first = bookings.findIndex(({ pinned, startMs }) => !pinned && startMs === slot.startMs);
    const but = (change: Partial<Entry>): DiaryBooking[] =>
      bookings.with(first, { ...bookings[first]!, ...change });
    const others = [
      bookings.toSpliced(bookings.length - 1, 1),
      but({ pinned: true }),
      but({ partySize: bookings[first]!.partySize + 1 }),
      but({ tableAccess: 'all' }),
      but({ blockedUntilMs: bookings[first]!.blockedUntilMs - 60_000 }),
      but({ tables: ['T40'] }),
      bookings.with(0, { ...bookings[0]!, id: 'another' }),
    ];
    for (const other of others) {
      const searches = [...memory.searches];
      stateOf(other, { ...newMemory(), searches }).search.askAtOnce(questionAt(slot));
      expect(searches.length).toBe(memory.searches.length + 1);
    }
    const far = bookings.find((booking) => !overlaps(heldBy(booking), heldBy(slot)));
    const changed = bookings.filter((booking) => booking !== far);
    expect(() => step(changed, newMemory())).toThrow(SearchTakesLongError);
    expect(step(changed, newMemory(), true)).toBe(1);
  }
});

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('D2 D9 who books is decided in one step: before it was searched in turns, and availability says the same', async () => {
  for (const kind of ['full', 'seated'] as const) {
    const inner = memoryStorage();
    const { storage, steps } = watched(inner);
    const { engine, location, facts } = await hardRestaurant(storage);
    const busy = busyDayOf(location, kind);
    await fill(inner, location, busy);
    const { startMs } = busy.slot;
    const { answer } = await engine.operator.at(LOCATION_ID).bookings.availability({
      date: FRIDAY,
      partySize: THREE,
    });
    expect(answer.slots.find((slot) => slot.startMs === startMs)?.available).toBe(kind === 'seated');
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const other = createEngine({ storage, clock: { nowMs: () => nowMs } });
    const outcomes = [];
    for (const its of [other, engine])
      outcomes.push(
        await its.operator.at(LOCATION_ID).bookings.create({
          startMs,
          partySize: THREE,
          guest: { name: 'Alva' },
        }),
      );
    clearInterval(count);
    expect(outcomes[0]!.kind).toBe(kind === 'full' ? 'refused' : 'booked');
    expect(steps()).toBe(2);
    expect(turns).toBeGreaterThan(1);
    expect(facts.filter((fact) => fact.kind === 'undecided')).toEqual([]);
  }
});

test('D2 D12 a move that has no time to search under the lock is searched for outside, and then decided', async () => {
  const inner = memoryStorage();
  let disturb = async (): Promise<void> => {};
  const { storage, steps } = watched(inner, () => disturb());
  const { engine, location, facts } = await hardRestaurant(storage);
  const { bookings, slot } = busyDayOf(location, 'full');
  await fill(inner, location, { bookings, slot });
  const far = bookings.filter((booking) => !overlaps(heldBy(booking), heldBy(slot)));
  const [moving, ...rivals] = far.toReversed();
  const move = () => engine.operator.bookings.move(moving!.id, { startMs: slot.startMs, partySize: THREE });

  expect((await move()).kind).toBe('refused');
  expect(steps()).toBe(2);
  expect(facts.filter(({ kind }) => kind === 'undecided')).toEqual([]);

  // The day changes before each step: the last step uses what it finds itself, and reports that this was incomplete.
  const pinnedOrNot = (row: DiaryRow | null): DiaryRow => {
    if (row?.kind !== 'booking') throw new Error('it is gone');
    return { ...row, pinned: !row.pinned };
  };
  disturb = async () => {
    const scope = aScope(location, { named: { bookingId: rivals.pop()!.id } });
    await inner.bookings.amend(scope, ({ named }) => ({
      result: true,
      booking: pinnedOrNot(named),
    }));
  };
  const before = steps();
  expect((await move()).kind).toBe('refused');
  expect(steps() - before).toBeLessThanOrEqual(5);
});

test('D36 D57 waiting parties are examined once, and not again for each request that is rejected', async () => {
  const storage = memoryStorage();
  const { engine, location: unlimited, facts } = await hardRestaurant(storage);
  const { bookings, slot } = busyDayOf(unlimited, 'full');
  const { location } = await engine.operator.locations.apply({ ...HARD, movesMax: 1 }, LOCATION_ID);
  await fill(storage, location, { bookings, slot });
  const wishes = {
    date: FRIDAY,
    fromMs: slot.startMs,
    toMs: slot.startMs + 3 * HOUR_MS,
    mode: 'book' as const,
  };
  const undecided = (): number =>
    facts.splice(0).reduce((sum, fact) => sum + (fact.kind === 'undecided' ? fact.questions : 0), 0);
  for (const partySize of [THREE, 4, 5, 6]) {
    const guest = { name: 'Alva', email: `alva-${partySize}@example.com` };
    await engine.operator.at(LOCATION_ID).waitlist.add({ ...wishes, partySize, guest });
  }
  expect(undecided()).toBeGreaterThan(0);
  const { startMs } = slot;
  const create = () =>
    engine.operator.at(LOCATION_ID).bookings.create({ startMs, partySize: THREE, guest: { name: 'Vera' } });
  await create();
  undecided();
  for (let nth = 0; nth < 10; nth++) expect((await create()).kind).toBe('refused');
  expect(undecided()).toBe(0);
});
