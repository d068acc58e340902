/** D33 */
import { instantOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { type Exchange, field, gotOf } from '../exchange.ts';
import { madeBooking } from '../fixtures/bookings.ts';
import {
  conditioned,
  dated,
  future,
  idOf,
  listed,
  listedIn,
  referenced,
  walk,
  WALK_LIMIT,
} from '../fixtures/list.ts';
import { answers, firstOf, rule, type Rule, unless } from '../rule.ts';
import { added } from './added.ts';

export const LIST: readonly Rule[] = added(
  rule(
    'D33/list',
    'a booking that was just made is listed once among the changed ones, the oldest change first',
    async (run) => {
      const { id, exchange: made } = await madeBooking(run);
      if (field(made.json, 'id') !== id) throw new CannotTell('the id of the booking is not text');
      const exchange = await listed(run);
      const times = listedIn(exchange).filter((each) => idOf(each) === id).length;
      if (times === 0 && field(exchange.json, 'hasMore') === true)
        throw new CannotTell('more has changed in the last minutes than one page lists');
      return firstOf(
        answers(exchange, 200),
        unless(times === 1, `the booking ${id} once`, () => `it is listed ${times} times`, exchange),
        unless(
          isInOrder(exchange),
          'updatedAt, the oldest first; nextCursor; hasMore',
          () => gotOf(exchange),
          exchange,
        ),
      );
    },
  ),
  rule(
    'D33/reference',
    'with partnerBookingRef, those with that number are listed and no other',
    async (run) => {
      const { id, input } = await madeBooking(run);
      const exchange = await referenced(run);
      const found = listedIn(exchange);
      const isGood =
        found.some((each) => idOf(each) === id) &&
        found.every((each) => field(each, 'partnerBookingRef') === input['partnerBookingRef']);
      return unless(
        isGood,
        `those of ${JSON.stringify(input['partnerBookingRef'])}`,
        () => gotOf(exchange),
        exchange,
      );
    },
  ),
  rule(
    'D33/dates',
    'with from, bookings of that date and later ones are listed and no other',
    async (run) => {
      const { id } = await madeBooking(run);
      const { from, exchange } = await dated(run);
      const isListed = listedIn(exchange).some((each) => idOf(each) === id);
      return firstOf(
        answers(exchange, 200),
        unless(!isListed, `none before ${from}`, () => `the booking ${id}`, exchange),
      );
    },
  ),
  rule('D33/since', 'with updatedSince, unchanged bookings are not listed', async (run) => {
    const exchange = await future(run);
    const { length } = listedIn(exchange);
    return firstOf(
      answers(exchange, 200),
      unless(length === 0, 'nothing: that is an hour from now', () => `${length} bookings`, exchange),
    );
  }),
  rule('D33/limit', 'a page has at most as many bookings as limit says', async (run) => {
    const { parts } = await walk(run);
    const long = parts.find((exchange) => listedIn(exchange).length > WALK_LIMIT);
    return unless(!long, `${WALK_LIMIT} at most`, () => gotOf(long!), long ?? parts[0]!);
  }),
  rule(
    'D33/cursor',
    'read to the end by cursor while one of them is cancelled, every booking is seen, at its last state',
    async (run) => {
      const { parts, cancelledId, expectedIds } = await walk(run);
      const last = new Map(
        parts.flatMap(listedIn).map((booking) => [idOf(booking), field(booking, 'status')]),
      );
      const missed = expectedIds.filter((id) => !last.has(id));
      return firstOf(
        unless(
          missed.length === 0,
          'all that was listed before',
          () => `nothing of ${missed.join(', ')}`,
          parts.at(-1)!,
        ),
        unless(
          last.get(cancelledId) === 'cancelled',
          `${cancelledId} as cancelled`,
          () => `it as ${JSON.stringify(last.get(cancelledId))}`,
          parts.at(-1)!,
        ),
      );
    },
  ),
  rule('D33/own', 'another partner does not see it', { needs: 'second-key' }, async (run) => {
    const { id } = await madeBooking(run);
    await listed(run);
    const exchange = await run.ask({ ...conditioned(run, {}), as: 'second-key' });
    const isListed = listedIn(exchange).some((each) => idOf(each) === id);
    return unless(!isListed, 'separate bookings', () => `the booking ${id}`, exchange);
  }),
);

function isInOrder(exchange: Exchange): boolean {
  const { json } = exchange;
  const times = listedIn(exchange).map((each) => instantOf(field(each, 'updatedAt')));
  return (
    times.every((ms, i) => Number.isFinite(ms) && (i === 0 || ms >= times[i - 1]!)) &&
    typeof field(json, 'nextCursor') === 'string' &&
    typeof field(json, 'hasMore') === 'boolean'
  );
}
