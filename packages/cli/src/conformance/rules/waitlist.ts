/** D36 */
import { entryCall, readCall, UNKNOWN_ENTRY } from '../asking.ts';
import { instantOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { type Exchange, field, gotOf, isDone, shown } from '../exchange.ts';
import { freedSlot } from '../fixtures/last-table.ts';
import {
  backwards,
  first,
  left,
  leftAgain,
  offered,
  outsider,
  passedOver,
  second,
  secondBooked,
} from '../fixtures/waitlist.ts';
import { answers, firstOf, rule, type Rule, unless, type Violation } from '../rule.ts';
import type { Run } from '../run.ts';
import { isOf, waiting } from '../shapes.ts';
import { added } from './added.ts';

const FIELDS = 'id, state, date, from, to, partySize, mode, offer, bookingId';

function isIn(exchange: Exchange, state: string): Violation | null {
  return firstOf(
    answers(exchange, 200, 201),
    unless(field(exchange.json, 'state') === state, `state ${state}`, () => gotOf(exchange), exchange),
  );
}

/** The first entry after a table became free. Throws `CannotTell` if it has no offer. */
async function offerOf(run: Run): Promise<Exchange> {
  const { first: entry } = await offered(run);
  if (field(entry.json, 'state') !== 'offered')
    throw new CannotTell('the first party on the waitlist was not offered a table');
  return entry;
}

export const JOIN: readonly Rule[] = added(
  rule('D36/joined', 'a party joins the waitlist of a full slot: 201, waiting', async (run) => {
    const { exchange } = await first(run);
    return firstOf(answers(exchange, 201), isOf(waiting, FIELDS, exchange), isIn(exchange, 'waiting'));
  }),
  rule('D36/backwards', 'a window that ends before it begins: 400', async (run) =>
    answers(await backwards(run), 400),
  ),
  rule(
    'D36/never-to-be-had',
    'a freed table for which a party waits: others cannot book it, even in that moment',
    async (run) => {
      await first(run);
      return answers(await outsider(run), 409);
    },
  ),
  rule('D36/offered', 'the first party on the waitlist is offered it, in the same step', async (run) => {
    const { first: entry } = await offered(run);
    const { startMs } = await freedSlot(run);
    const offer = field(entry.json, 'offer');
    const isIts = instantOf(field(offer, 'startsAt')) === startMs && shown(field(offer, 'holdId')) !== '';
    return firstOf(
      isIn(entry, 'offered'),
      isOf(waiting, FIELDS, entry),
      unless(isIts, 'an offer of the slot that was waited for', () => gotOf(entry), entry),
    );
  }),
  rule('D36/order', 'a later party keeps waiting', async (run) => {
    await offerOf(run);
    await second(run);
    return isIn((await offered(run)).second!, 'waiting');
  }),
  rule(
    'D36/passed-over',
    'a guest who has a booking on that date is skipped, and keeps waiting',
    async (run) => {
      await passedOver(run);
      return isIn((await offered(run)).passedOver!, 'waiting');
    },
  ),
);

export const ENTRY: readonly Rule[] = added(
  rule('D36/read', 'an entry is read as it was answered', async (run) => {
    const { exchange: joined } = await first(run);
    const { first: exchange } = await offered(run);
    const facts = ({ json }: Exchange): string =>
      ['id', 'date', 'partySize', 'mode']
        .map((name) => shown(field(json, name)))
        .concat(['from', 'to'].map((name) => `${instantOf(field(json, name))}`))
        .join(', ');
    return firstOf(
      answers(exchange, 200),
      isOf(waiting, FIELDS, exchange),
      unless(facts(exchange) === facts(joined), facts(joined), () => facts(exchange), exchange),
    );
  }),
  rule('D36/unknown', 'an entry that does not exist: 404', async (run) => {
    await offered(run);
    return answers(await run.ask(entryCall('GET', UNKNOWN_ENTRY)), 404);
  }),
  rule('D36/foreign', 'an entry of another partner: 404', { needs: 'second-key' }, async (run) => {
    await offered(run);
    return answers(await run.ask(entryCall('GET', (await first(run)).id, { as: 'second-key' })), 404);
  }),
  rule('D30/entry-no-booking', 'an entry is not a booking: to read it as one is 404', async (run) => {
    const { id } = await first(run);
    return answers(await run.ask(readCall(id)), 404);
  }),
);

export const LEAVE: readonly Rule[] = added(
  rule('D36/left', 'a party leaves the list: 200, left', async (run) => isIn(await left(run), 'left')),
  rule('D36/left-again', 'to leave it again is answered the same', async (run) =>
    isIn(await leftAgain(run), 'left'),
  ),
  rule('D36/next', 'its offer goes to the next party, which gets a booking with mode book', async (run) => {
    await offerOf(run);
    const { startMs } = await freedSlot(run);
    const { entry, booking } = await secondBooked(run);
    const isBooked =
      booking !== null && isDone(booking) && instantOf(field(booking.json, 'startsAt')) === startMs;
    return firstOf(
      isIn(entry, 'booked'),
      unless(
        isBooked,
        'bookingId, of a booking at that time',
        () => gotOf(booking ?? entry),
        booking ?? entry,
      ),
    );
  }),
  rule(
    'D36/leave-foreign',
    'to take an entry of another partner off it: 404',
    { needs: 'second-key' },
    async (run) => {
      await left(run);
      return answers(await run.ask(entryCall('DELETE', (await first(run)).id, { as: 'second-key' })), 404);
    },
  ),
);
