/** D34 */
import { searchCall, UNKNOWN_LOCATION } from '../asking.ts';
import { instantText, listOf, slotAt, slotsOf } from '../days.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { askDay, openDay } from '../fixtures/survey.ts';
import { answers, firstOf, rule, type Rule, unless } from '../rule.ts';
import { fixture, type Run } from '../run.ts';
import { added, askAdded } from './added.ts';

const SLOTS_MAX = 5;

export const searched = fixture(
  async (run): Promise<{ readonly aroundMs: number; readonly exchange: Exchange }> => {
    const { slots } = await openDay(run);
    const { startMs: aroundMs } = slots[Math.floor(slots.length / 2)]!;
    const exchange = await askAdded(run, await aSearch(run, { around: instantText(aroundMs) }));
    return { aroundMs, exchange };
  },
);

async function aSearch(run: Run, more: object) {
  const { date, partySize } = await openDay(run);
  return searchCall({ locationIds: [run.settings.locationId], date, partySize, ...more });
}

const foundIn = ({ json }: Exchange): unknown => listOf(field(json, 'locations'))[0];

export const SEARCH: readonly Rule[] = added(
  rule(
    'D34/nearest',
    'a search finds at most five times of a location, all available, the nearest first',
    async (run) => {
      const { aroundMs, exchange } = await searched(run);
      const location = foundIn(exchange);
      const found = slotsOf(field(location, 'slots'));
      const inOrder = found.toSorted(
        (a, b) => Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || a.startMs - b.startMs,
      );
      const isGood =
        shown(field(location, 'locationId')).toLowerCase() === run.settings.locationId &&
        found.length <= SLOTS_MAX &&
        found.every(({ available, remainingCovers }) => available && remainingCovers > 0) &&
        found.every((slot, i) => slot === inOrder[i]);
      const expected = `at most ${SLOTS_MAX} available slots, the nearest to ${instantText(aroundMs)} first`;
      return firstOf(
        answers(exchange, 200),
        unless(isGood, expected, () => gotOf(exchange), exchange),
      );
    },
  ),
  rule('D34/same', 'each is as the answer for that day alone has it', async (run) => {
    const { exchange } = await searched(run);
    const { date, partySize } = await openDay(run);
    const day = await askDay(run, date, partySize);
    const stray = slotsOf(field(foundIn(exchange), 'slots')).find(
      ({ startMs, remainingCovers }) => slotAt(day, startMs)?.remainingCovers !== remainingCovers,
    );
    const single = (): string => JSON.stringify(slotAt(day, stray!.startMs) ?? 'no such slot');
    return unless(!stray, stray ? single() : '', () => JSON.stringify(stray), exchange);
  }),
  rule('D34/nowhere', 'a search at no location: 400', async (run) => {
    await searched(run);
    return answers(await run.ask(await aSearch(run, { locationIds: [] })), 400);
  }),
  rule(
    'D34/unknown-location',
    'a search at an unknown location in addition to a known one: 403',
    async (run) => {
      await searched(run);
      const locationIds = [run.settings.locationId, UNKNOWN_LOCATION];
      return answers(await run.ask(await aSearch(run, { locationIds })), 403);
    },
  ),
);
