/** D33 */
import { MINUTE_MS } from '@bord/engine';
import { listCall } from '../asking.ts';
import { instantOf, instantText, listOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { type Exchange, field, gotOf } from '../exchange.ts';
import { madeBooking } from '../fixtures/bookings.ts';
import { answers, firstOf, type Rule, unless } from '../rule.ts';
import { askAdded } from './added.ts';

const LIMIT = 200;

export const LIST: readonly Rule[] = [
  {
    id: 'D33/list',
    title:
      'a booking that was just made is listed once, among what has changed since, the oldest change first',
    needs: 'added',
    async run(run) {
      const { id, exchange: made } = await madeBooking(run);
      if (field(made.json, 'id') !== id) throw new CannotTell('the id of the booking is no text');
      const conditions = {
        locationId: run.settings.locationId,
        updatedSince: instantText(run.nowMs() - 10 * MINUTE_MS),
        limit: `${LIMIT}`,
      };
      const exchange = await askAdded(run, listCall(conditions));
      const { json } = exchange;
      const bookings = listOf(field(json, 'bookings'));
      const times = bookings.filter((each) => field(each, 'id') === id).length;
      if (times === 0 && field(json, 'hasMore') === true)
        throw new CannotTell('more has changed in the last minutes than fits into a page');
      return firstOf(
        answers(exchange, 200),
        unless(times === 1, `the booking ${id} once`, () => `it stands there ${times} times`, exchange),
        unless(
          isInOrder(exchange),
          'updatedAt, the oldest first; nextCursor; hasMore',
          () => gotOf(exchange),
          exchange,
        ),
      );
    },
  },
];

function isInOrder({ json }: Exchange): boolean {
  const times = listOf(field(json, 'bookings')).map(
    (each) => instantOf(field(each, 'updatedAt')) ?? Number.NaN,
  );
  return (
    times.every((ms, i) => Number.isFinite(ms) && (i === 0 || ms >= times[i - 1]!)) &&
    typeof field(json, 'nextCursor') === 'string' &&
    typeof field(json, 'hasMore') === 'boolean'
  );
}
