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
import { answers, firstOf, type Rule, unless, type Violation } from '../rule.ts';
import type { Run } from '../run.ts';
import { isOf, waiting } from '../shapes.ts';
import { added } from './added.ts';

const FIELDS = 'id, state, date, from, to, partySize, mode, offer, bookingId';

/** Whether an entry is in a state. */
function isIn(exchange: Exchange, state: string): Violation | null {
  return firstOf(
    answers(exchange, 200, 201),
    unless(field(exchange.json, 'state') === state, `state ${state}`, () => gotOf(exchange), exchange),
  );
}

/** How the first is once a table is free. Throws `CannotTell` unless she was offered it. */
async function offerOf(run: Run): Promise<Exchange> {
  const { first: entry } = await offered(run);
  if (field(entry.json, 'state') !== 'offered') throw new CannotTell('the first in line was offered nothing');
  return entry;
}

export const JOIN: readonly Rule[] = added(
  {
    id: 'D36/joined',
    title: 'who waits for a slot that is full is put on the list: 201, waiting',
    async run(run) {
      const { exchange } = await first(run);
      return firstOf(answers(exchange, 201), isOf(waiting, FIELDS, exchange), isIn(exchange, 'waiting'));
    },
  },
  {
    id: 'D36/backwards',
    title: 'a window that ends before it begins: 400',
    run: async (run) => answers(await backwards(run), 400),
  },
  {
    id: 'D36/never-to-be-had',
    title:
      'a table becomes free for which somebody waits: it is not to be had by others, not even in that moment',
    async run(run) {
      await first(run);
      return answers(await outsider(run), 409);
    },
  },
  {
    id: 'D36/offered',
    title: 'the first in line is offered it, in that very step',
    async run(run) {
      const { first: entry } = await offered(run);
      const { startMs } = await freedSlot(run);
      const offer = field(entry.json, 'offer');
      const isIts = instantOf(field(offer, 'startsAt')) === startMs && shown(field(offer, 'holdId')) !== '';
      return firstOf(
        isIn(entry, 'offered'),
        isOf(waiting, FIELDS, entry),
        unless(isIts, 'an offer of the slot that was waited for', () => gotOf(entry), entry),
      );
    },
  },
  {
    id: 'D36/order',
    title: 'who has come later waits on',
    async run(run) {
      await offerOf(run);
      await second(run);
      return isIn((await offered(run)).second!, 'waiting');
    },
  },
  {
    id: 'D36/passed-over',
    title: 'a guest who has a booking on that date is passed over, and waits on',
    async run(run) {
      await passedOver(run);
      return isIn((await offered(run)).passedOver!, 'waiting');
    },
  },
);

export const ENTRY: readonly Rule[] = added(
  {
    id: 'D36/read',
    title: 'an entry is read as it was answered',
    async run(run) {
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
    },
  },
  {
    id: 'D36/unknown',
    title: 'an entry that does not exist: 404',
    async run(run) {
      await offered(run);
      return answers(await run.ask(entryCall('GET', UNKNOWN_ENTRY)), 404);
    },
  },
  {
    id: 'D36/foreign',
    title: 'an entry of another partner: 404',
    needs: 'second-key',
    async run(run) {
      await offered(run);
      return answers(await run.ask(entryCall('GET', (await first(run)).id, { as: 'second-key' })), 404);
    },
  },
  {
    id: 'D30/entry-no-booking',
    title: 'an entry is no booking: to read it as one is 404',
    async run(run) {
      const { id } = await first(run);
      return answers(await run.ask(readCall(id)), 404);
    },
  },
);

export const LEAVE: readonly Rule[] = added(
  {
    id: 'D36/left',
    title: 'a party leaves the list: 200, left',
    run: async (run) => isIn(await left(run), 'left'),
  },
  {
    id: 'D36/left-again',
    title: 'to leave it again is answered the same',
    run: async (run) => isIn(await leftAgain(run), 'left'),
  },
  {
    id: 'D36/next',
    title: 'what it was offered goes to the next in line, who with mode book has it booked',
    async run(run) {
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
    },
  },
  {
    id: 'D36/leave-foreign',
    title: 'to take an entry of another partner off it: 404',
    needs: 'second-key',
    async run(run) {
      await left(run);
      return answers(await run.ask(entryCall('DELETE', (await first(run)).id, { as: 'second-key' })), 404);
    },
  },
);
