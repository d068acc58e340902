/**
 * The search against an independent solver, on busy days of 40 tables: a sample of the questions that no free table answers. The default is one
 * question in about half of the restaurants, every other one a yes. `RESEATING_SAMPLES` (per restaurant) and `RESEATING_SEED` make it longer or different.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { createSeatingSearch } from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { inFull, sampleOf } from '../../support/long.ts';
import { faultOf } from './agreement.ts';
import { bookedAfter, RESTAURANTS, questionsOfADay, requestsOf } from './busy-days.ts';
import { loadOracle, type Oracle } from './oracle.ts';
import { chanceOf, pick } from './random.ts';

const samples = Number(process.env['RESEATING_SAMPLES'] ?? inFull(2, 1));
const seed = Number(process.env['RESEATING_SEED'] ?? 1);
const isMovable = (booking: DiaryBooking): boolean => !booking.pinned;

let oracle: Oracle;
/** Questions that the oracle has answered in its time. */
let decided = 0;
afterAll(() => expect(decided).toBeGreaterThan(0));

beforeAll(async () => {
  oracle = await loadOracle();
});

const LARGE = RESTAURANTS.filter(({ name }) => name.startsWith('40 tables'));

test.each(sampleOf(LARGE, 2))(
  'D2 D9 $name: yes and no as the oracle says',
  (restaurant) => {
    const { plan } = restaurant;
    const nth = LARGE.indexOf(restaurant);
    const chance = chanceOf(seed);
    let bookings: DiaryBooking[] = [];
    const searchNow = () => createSeatingSearch({ plan, bookings, isMovable, movesMax: null });
    for (const request of requestsOf(restaurant, seed))
      bookings = bookedAfter(bookings, request, searchNow().ask(request.question));
    const search = searchNow();
    const open = questionsOfADay().filter((question) => {
      const answer = search.ask(question);
      return answer.kind === 'full' || (answer.kind === 'seated' && answer.reseatings.length > 0);
    });
    let yes = 0;
    for (let i = 0; i < samples; i++) {
      // Every other one a yes, which is rarer.
      const side = open.filter((each) => (search.ask(each).kind === 'seated') === ((i + nth) % 2 === 0));
      const question = pick(chance, side.length > 0 ? side : open);
      const answer = search.ask(question);
      expect(faultOf(plan, bookings, isMovable, question, answer)).toBeNull();
      const possible = oracle(plan, bookings, isMovable, question);
      if (possible === null) continue; // beyond the oracle's time
      decided++;
      expect({ question, seated: answer.kind === 'seated' }).toEqual({ question, seated: possible });
      if (possible) yes++;
    }
    console.log(`seed ${seed}, ${restaurant.name}: ${yes} yes of ${samples}`);
  },
  600_000,
);
