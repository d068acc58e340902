/** D31 */
import { dateAfter, freeSlots, instantOf, instantText, listOf, slotAt } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { fullSlot, shownTaken } from '../fixtures/last-table.ts';
import { refusedMove, refusedOnClosedDay } from '../fixtures/moves.ts';
import { longRange } from '../fixtures/survey.ts';
import { firstOf, rule, type Rule, unless } from '../rule.ts';
import type { Run } from '../run.ts';
import { added } from './added.ts';

const ALTERNATIVES_MAX = 4;
const DAYS_AHEAD_MAX = 14;

/** The other times that the refusal of the full slot names. Throws `CannotTell` when it names none at all. */
async function alternatives(run: Run): Promise<readonly number[]> {
  const given = field((await fullSlot(run)).refusal.json, 'alternatives');
  if (given === undefined) throw new CannotTell('the refusal names no other times');
  return listOf(given).map((each) => instantOf(field(each, 'startsAt')));
}

const hasNone = ({ json }: Exchange): boolean => listOf(field(json, 'alternatives')).length === 0;

export const ALTERNATIVES: readonly Rule[] = added(
  rule(
    'D31/alternatives',
    'a 409 that names other times names four at most, the nearest first, and not the one that was refused',
    async (run) => {
      const { startMs, refusal } = await fullSlot(run);
      const starts = await alternatives(run);
      const inOrder = starts.toSorted((a, b) => Math.abs(a - startMs) - Math.abs(b - startMs) || a - b);
      const isGood =
        starts.every((ms) => Number.isFinite(ms) && ms !== startMs) &&
        starts.length <= ALTERNATIVES_MAX &&
        starts.join() === inOrder.join();
      return unless(isGood, 'at most four times, the nearest first', () => gotOf(refusal), refusal);
    },
  ),
  rule('D31/to-be-had', 'each of them can be booked, on the same date', async (run) => {
    const { startMs, refusal } = await fullSlot(run);
    const starts = (await alternatives(run)).filter((ms) => Number.isFinite(ms) && ms !== startMs);
    const { day, shows } = await shownTaken(run);
    if (!shows) throw new CannotTell('availability is not up to date');
    const stray = starts.find((ms) => !(slotAt(day, ms)?.available ?? false));
    const got = (): string => `${instantText(stray!)}, which is not available`;
    return unless(stray === undefined, `slots that are available on ${day.date}`, got, refusal);
  }),
  rule('D31/reason', 'it carries its reason', async (run) => {
    const { refusal } = await fullSlot(run);
    await alternatives(run);
    const reason = field(refusal.json, 'reason');
    const isText = typeof reason === 'string' && reason !== '';
    return unless(isText, 'a reason', () => shown(reason), refusal);
  }),
  rule('D31/party-size', 'a party that no table holds is named no other times', async (run) => {
    const { refusal } = await refusedMove(run);
    if (field(refusal.json, 'reason') !== 'party_size') throw new CannotTell(`got ${gotOf(refusal)}`);
    const isBare = hasNone(refusal) && field(refusal.json, 'nextAvailable') === undefined;
    return unless(isBare, 'alternatives and nextAvailable are missing', () => gotOf(refusal), refusal);
  }),
  rule(
    'D31/next',
    'where the date has no other time, the next one within 14 days is named, and can be booked',
    async (run) => {
      const { date, refusal } = await refusedOnClosedDay(run);
      const next = field(refusal.json, 'nextAvailable');
      if (next === undefined) throw new CannotTell('the refusal names no next time');
      const [nextDate, startsAt] = ['date', 'startsAt'].map((name) => shown(field(next, name)));
      const isNear = nextDate! > date && nextDate! <= dateAfter(date, DAYS_AHEAD_MAX);
      const expected = `no alternatives, and a date from ${dateAfter(date, 1)} to ${dateAfter(date, DAYS_AHEAD_MAX)}`;
      const violation = unless(isNear && hasNone(refusal), expected, () => gotOf(refusal), refusal);
      if (violation) return violation;
      // As it was before anything was booked, on other days.
      const day = (await longRange(run)).days.find((each) => each.date === nextDate) ?? { slots: [] };
      const isFree = freeSlots(day).some(({ startMs }) => startMs === instantOf(startsAt));
      return firstOf(unless(isFree, `a slot that is available on ${nextDate}`, () => startsAt!, refusal));
    },
  ),
);
