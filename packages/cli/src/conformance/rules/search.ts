/** D34 */
import { searchCall } from '../asking.ts';
import { instantText, listOf, slotsOf } from '../days.ts';
import { field, gotOf, shown } from '../exchange.ts';
import { openDay } from '../fixtures/survey.ts';
import { answers, firstOf, type Rule, unless } from '../rule.ts';
import { askAdded } from './added.ts';

const SLOTS_MAX = 5;

export const SEARCH: readonly Rule[] = [
  {
    id: 'D34/nearest',
    title: 'a search finds at most five times of a location, all to be had, the nearest first',
    needs: 'added',
    async run(run) {
      const { locationId } = run.settings;
      const { date, partySize, slots } = await openDay(run);
      const { startMs: aroundMs } = slots[Math.floor(slots.length / 2)]!;
      const around = instantText(aroundMs);
      const exchange = await askAdded(
        run,
        searchCall({ locationIds: [locationId], date, partySize, around }),
      );
      const [location] = listOf(field(exchange.json, 'locations'));
      const found = slotsOf(field(location, 'slots'));
      const inOrder = found.toSorted(
        (a, b) => Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || a.startMs - b.startMs,
      );
      const isGood =
        shown(field(location, 'locationId')).toLowerCase() === locationId &&
        found.length <= SLOTS_MAX &&
        found.every(({ available, remainingCovers }) => available && remainingCovers > 0) &&
        found.every((slot, i) => slot === inOrder[i]);
      return firstOf(
        answers(exchange, 200),
        unless(
          isGood,
          `at most ${SLOTS_MAX} slots that can be had, the nearest to ${around} first`,
          () => gotOf(exchange),
          exchange,
        ),
      );
    },
  },
];
