/** Each undecided question of the search is reported to the observer once. */
import { definePlan, type Fact } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import {
  bookingWindowOf,
  offeredSlots,
  type Slot,
} from '../../../packages/engine/src/core/location/slots.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import { type DayState, dayStateOf } from '../../../packages/engine/src/core/seating/day-state.ts';
import { createSeatingSearch } from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { questionOf } from '../../../packages/engine/src/core/seating/table-assignment.ts';
import { engineOnDiary } from '../../support/given-diary.ts';
import { bookedAfter, HARD_RESTAURANT, requestsOf } from './busy-days.ts';

const { FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const nowMs = FRIDAY_MS - 24 * 60 * 60_000;
const SIZES = [3, 4, 5];

/** Seated greedily without moves: the next party finds room only if several move. */
function busyDay(): readonly DiaryBooking[] {
  let bookings: DiaryBooking[] = [];
  for (const request of requestsOf(HARD_RESTAURANT, 1).slice(0, 250)) {
    const search = createSeatingSearch({
      plan: HARD_RESTAURANT.plan,
      bookings,
      isMovable: () => true,
      movesMax: 0,
    });
    bookings = bookedAfter(bookings, request, search.ask(request.question));
  }
  return bookings.map((booking) => ({
    ...booking,
    startMs: FRIDAY_MS + booking.startMs,
    blockedUntilMs: FRIDAY_MS + booking.blockedUntilMs,
  }));
}

function ask(state: DayState, slot: Slot, partySize: number): void {
  const question = questionOf(state, slot, partySize, 'online');
  if (question !== null && question !== 'pacing') state.search.ask(question);
}

test('D2 D9 each undecided question of a hard restaurant is reported once, by days and by ranges', async () => {
  const bookings = busyDay();
  const facts: Fact[] = [];
  const { engine, tell } = engineOnDiary({
    clock: { nowMs: () => nowMs },
    diary: ({ startMs, endMs }) => bookings.filter((it) => it.startMs < endMs && it.blockedUntilMs > startMs),
    observer: (fact) => facts.push(fact),
  });
  const { tables } = HARD_RESTAURANT.plan;
  const period = {
    name: 'all day',
    weekdays: [1, 2, 3, 4, 5, 6, 7] as const,
    opensMinute: 0,
    closesMinute: 900,
  };
  const { location } = await engine.operator.locations.apply(
    definePlan({ name: 'Hard', timeZone: 'UTC', tables, servicePeriods: [period], movesMax: 1 }),
    LOCATION_ID,
  );
  const window = bookingWindowOf(location, nowMs);
  const day = serviceDayOf(location, FRIDAY);
  const leftOpen = (sizes: readonly number[]): number => {
    const state = dayStateOf(location, day, bookings, nowMs);
    for (const size of sizes)
      for (const slot of offeredSlots(location, day, size, window)) ask(state, slot, size);
    return state.search.undecided;
  };
  const undecided = (): number =>
    facts.splice(0).reduce((sum, fact) => sum + (fact.kind === 'undecided' ? fact.questions : 0), 0);

  const { bookings: operator } = engine.operator.at(LOCATION_ID);
  await operator.availability({ date: FRIDAY, partySize: 4 });
  await operator.availability({ date: FRIDAY, partySize: 4 });
  expect(undecided()).toBe(leftOpen([4]));
  tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] });
  await operator.availabilityBatch({ startDate: FRIDAY, endDate: FRIDAY, partySizes: SIZES });
  // The same bookings are read again.
  expect(undecided()).toBe(leftOpen(SIZES) - leftOpen([4]));
  expect(leftOpen([4])).toBeGreaterThan(0);
});
