/** Events that reach only who names them (D30): `waitlist.offered` (D36) and `availability.changed` (D37). */
import { book, bookingInput, cancelCall } from '../asking.ts';
import { instantOf, listOf } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { bookingIdOf, field, gotOf, shown } from '../exchange.ts';
import { confirmedId, held } from '../fixtures/holds.ts';
import { first, offered } from '../fixtures/waitlist.ts';
import { movedWell } from '../fixtures/moves.ts';
import { ARRIVAL_MS, waitFor } from '../fixtures/deliveries.ts';
import { openDay } from '../fixtures/survey.ts';
import type { Delivery, Receiver } from '../receiver.ts';
import { needing, rule, type Rule } from '../rule.ts';
import { fixture, type Run, unlessUntold } from '../run.ts';
import { availabilityChanged, faultIn, waitlistOffered } from '../shapes.ts';
import { added } from './added.ts';

const NAMED = ['availability.changed', 'waitlist.offered'];
const SPECIFIED = ['booking.created', 'booking.updated', 'booking.cancelled'];
/** Such an event comes about 5 s after its change. */
const DELAY_MS = 8_000;
/** How long others are waited for once one has come. */
const MORE_MS = 1_500;
const CHANGES = 2;

const typeOf = ({ json }: Delivery): string => shown(field(json, 'type'));
const dataOf = ({ json }: Delivery): unknown => field(json, 'data');

function namedReceiver(run: Run): Receiver {
  if (!run.namedReceiver) throw new CannotTell('no events are received by name');
  return run.namedReceiver;
}

/** Tables are booked and cancelled in a row; the deliveries that arrived. */
const changes = fixture(
  async (run): Promise<{ readonly date: string; readonly arrived: readonly Delivery[] }> => {
    const { date, slots } = await openDay(run);
    const { deliveries } = namedReceiver(run);
    const before = deliveries.length;
    for (let i = 0; i < CHANGES; i++) {
      const slot = slots.at(-1 - i) ?? slots[0]!;
      const exchange = await book(run, bookingInput(run, slot.startMs));
      const id = bookingIdOf(exchange);
      if (id === null) throw new CannotTell(`no table could be booked: ${gotOf(exchange)}`);
      await run.ask(cancelCall(id));
    }
    const tells = (delivery: Delivery): boolean =>
      typeOf(delivery) === 'availability.changed' && listOf(field(dataOf(delivery), 'dates')).includes(date);
    const come = await waitFor(run, namedReceiver(run), ARRIVAL_MS, (all) => all.slice(before).find(tells));
    if (come) await run.doze(MORE_MS);
    return { date, arrived: deliveries.slice(before).filter(tells) };
  },
);

/** The delivery of the offer to the first entry. */
const offerEvent = fixture(async (run): Promise<Delivery | null> => {
  const { id } = await first(run);
  const { first: entry } = await offered(run);
  if (field(entry.json, 'offer') == null) throw new CannotTell('no party was offered a table');
  return waitFor(run, namedReceiver(run), ARRIVAL_MS, (all) =>
    all.find(
      (delivery) => typeOf(delivery) === 'waitlist.offered' && field(dataOf(delivery), 'waitingId') === id,
    ),
  );
});

/** Deliveries to the endpoint without named types, after all of the run had time to arrive. */
const unnamed = fixture(async (run): Promise<readonly Delivery[]> => {
  await unlessUntold(offered(run));
  if (run.namedReceiver) await unlessUntold(changes(run));
  else await run.doze(DELAY_MS);
  if (!run.receiver) throw new CannotTell('no events are received');
  return run.receiver.deliveries;
});

const bookingIdIn = (delivery: Delivery): unknown => field(dataOf(delivery), 'bookingId');

export const NAMED_EVENTS: readonly Rule[] = added(
  ...needing(
    'receive',
    rule('D30/unnamed', 'an endpoint that names no types receives events of bookings only', async (run) => {
      const stray = (await unnamed(run)).find((delivery) => !SPECIFIED.includes(typeOf(delivery)));
      return stray ? { expected: SPECIFIED.join(', '), got: typeOf(stray) } : null;
    }),
    rule(
      'D32/event',
      'a move sends booking.updated once; a move to the same time and tables sends no event',
      async (run) => {
        const { id } = await movedWell(run);
        const own = (delivery: Delivery): boolean =>
          typeOf(delivery) === 'booking.updated' && bookingIdIn(delivery) === id;
        const found = new Set((await unnamed(run)).filter(own).map(({ rawBody }) => rawBody.toString()));
        return found.size === 1 ? null : { expected: 'one booking.updated', got: `${found.size}` };
      },
    ),
    rule(
      'D35/event',
      'a hold sends no event; the booking that is made of it sends booking.created',
      async (run) => {
        const [{ id: holdId }, id] = [await held(run), await confirmedId(run)];
        const all = await unnamed(run);
        if (all.some((delivery) => bookingIdIn(delivery) === holdId))
          return { expected: 'no event of the hold', got: 'an event of it' };
        const isCreated = all.some(
          (delivery) => typeOf(delivery) === 'booking.created' && bookingIdIn(delivery) === id,
        );
        return isCreated ? null : { expected: `booking.created of ${id}`, got: 'none' };
      },
    ),
  ),
  ...needing(
    'receive-named',
    rule('D30/named', 'an endpoint that names types receives only these', async (run) => {
      await unlessUntold(changes(run));
      const { deliveries } = namedReceiver(run);
      const stray = deliveries.find((delivery) => !NAMED.includes(typeOf(delivery)));
      if (deliveries.length === 0) throw new CannotTell('no event arrived by name');
      return stray ? { expected: NAMED.join(', '), got: typeOf(stray) } : null;
    }),
    rule('D36/event', 'an offer sends waitlist.offered, with the hold and the time', async (run) => {
      const delivery = await offerEvent(run);
      if (!delivery) return { expected: 'waitlist.offered', got: 'none within 15 s' };
      const offer = field((await offered(run)).first.json, 'offer');
      const fault = faultIn(waitlistOffered, delivery.json);
      const data = dataOf(delivery);
      const isSame =
        field(data, 'holdId') === field(offer, 'holdId') &&
        instantOf(field(data, 'startsAt')) === instantOf(field(offer, 'startsAt'));
      if (fault === null && isSame) return null;
      return { expected: `the offer: ${JSON.stringify(offer)}`, got: fault ?? JSON.stringify(data) };
    }),
    rule('D37/changed', 'a change of availability: availability.changed, with the date', async (run) => {
      const { date, arrived } = await changes(run);
      return arrived.length > 0
        ? null
        : { expected: `availability.changed of ${date}`, got: 'none within 15 s' };
    }),
    rule('D37/thin', 'it names the location and the dates, and no slots', async (run) => {
      await changes(run);
      const all = namedReceiver(run).deliveries.filter((each) => typeOf(each) === 'availability.changed');
      if (all.length === 0) throw new CannotTell('no availability.changed arrived');
      const expected = 'data: { locationId, dates }';
      for (const { json } of all) {
        const got = faultIn(availabilityChanged, json);
        if (got !== null) return { expected, got };
      }
      return null;
    }),
    rule('D37/together', 'changes that follow each other immediately are reported together', async (run) => {
      const { arrived } = await changes(run);
      if (arrived.length === 0) throw new CannotTell('no availability.changed arrived');
      const events = new Set(arrived.map(({ json }) => field(json, 'id')));
      // One that waited already may have gone out in their midst.
      const isTogether = events.size <= 2;
      return isTogether
        ? null
        : { expected: `one event for ${CHANGES * 2} changes, or two`, got: `${events.size} events` };
    }),
  ),
);
