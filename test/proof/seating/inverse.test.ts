import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { createSeatingSearch } from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { bookedAfter, RESTAURANTS, questionsOfADay, requestsOf } from './busy-days.ts';
import { inverseError } from './inverse.ts';

test.each(RESTAURANTS.filter(({ name }) => /4 classes|7 overlapping/.test(name)))(
  'D9 $name: the simplex method keeps the inverse of its matrix',
  (restaurant) => {
    let bookings: DiaryBooking[] = [];
    for (const request of requestsOf(restaurant, 1)) {
      const { plan } = restaurant;
      const search = createSeatingSearch({ plan, bookings, isMovable: ({ pinned }) => !pinned, movesMax: 0 });
      bookings = bookedAfter(bookings, request, search.ask(request.question));
    }
    expect(inverseError(restaurant.plan, bookings, questionsOfADay())).toBeLessThan(1e-6);
  },
);
