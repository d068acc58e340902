/** §4.4, §4.5 */
import { cancelCall, readCall, UNKNOWN_BOOKING } from '../asking.ts';
import { instantOf } from '../days.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { answers, type Violation, firstOf, type Rule, unless } from '../rule.ts';
import { madeBooking, readBack } from '../fixtures/bookings.ts';
import { cancelled, cancelledAgain, readCancelled } from '../fixtures/idempotency.ts';
import { bookingStatus, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { fixture, type Run } from '../run.ts';
import { fieldIs } from './create.ts';

/** The first booking as it was read. Throws `CannotTell` unless that worked. */
async function read(run: Run): Promise<Exchange> {
  const exchange = await readBack(run);
  if (exchange.status !== 200) throw new CannotTell(`the booking could not be read: ${gotOf(exchange)}`);
  return exchange;
}

export const READ: readonly Rule[] = [
  {
    id: '§4.4/read',
    title: 'a booking of the key is answered with 200',
    run: async (run) => answers(await readBack(run), 200),
  },
  {
    id: '§2.8/shape',
    title: 'the answer has the fields of a booking status',
    async run(run) {
      const exchange = await read(run);
      return isOf(bookingStatus, 'the fields of §2.8', exchange);
    },
  },
  {
    id: '§2.8/same',
    title: 'it is the booking that was made: id, location, start, size',
    async run(run) {
      const { id, startMs } = await madeBooking(run);
      const exchange = await read(run);
      const { json } = exchange;
      const expected = [id, run.settings.locationId, startMs, run.settings.party];
      const locationId = shown(field(json, 'locationId')).toLowerCase();
      const got = [
        field(json, 'id'),
        locationId,
        instantOf(field(json, 'startsAt')),
        field(json, 'partySize'),
      ];
      return unless(got.join() === expected.join(), expected.join(', '), () => got.join(', '), exchange);
    },
  },
  {
    id: '§2.8/confirmed',
    title: 'its status is confirmed',
    run: async (run) => fieldIs(await read(run), 'status', 'confirmed'),
  },
  {
    id: '§2.8/reference',
    title: 'partnerBookingRef is mirrored',
    async run(run) {
      const { input } = await madeBooking(run);
      return fieldIs(await read(run), 'partnerBookingRef', input['partnerBookingRef']);
    },
  },
  {
    id: '§4.3.2/source',
    title: 'its source is partner',
    run: async (run) => fieldIs(await read(run), 'source', 'partner'),
  },
  {
    id: '§4.3.2/channel',
    title: 'its channel is partner:<slug>',
    async run(run) {
      const exchange = await read(run);
      const channel = field(exchange.json, 'channel');
      const isPartner = typeof channel === 'string' && /^partner:\S+$/.test(channel);
      return unless(isPartner, 'partner:<slug>', () => shown(channel), exchange);
    },
  },
  {
    id: '§4.4/unknown',
    title: 'a booking that does not exist: 404',
    run: async (run) => answers(await unknownBooking(run), 404),
  },
];

/** Asking for a booking that does not exist. */
export const unknownBooking = fixture((run) => run.ask(readCall(UNKNOWN_BOOKING)));

/** `{"ok": true}` with 200 (§2.9). */
export function isOk(exchange: Exchange): Violation | null {
  const isTrue = field(exchange.json, 'ok') === true;
  return firstOf(
    answers(exchange, 200),
    unless(isTrue, '{"ok":true}', () => gotOf(exchange), exchange),
  );
}

export const CANCEL: readonly Rule[] = [
  {
    id: '§4.5/cancel',
    title: 'a booking is cancelled: 200, {"ok": true}',
    run: async (run) => isOk(await cancelled(run)),
  },
  {
    id: '§4.5/again',
    title: 'to cancel it again is answered the same',
    run: async (run) => isOk(await cancelledAgain(run)),
  },
  {
    id: '§3/cancelled',
    title: 'a booking that is cancelled is read as cancelled',
    run: async (run) => fieldIs(await readCancelled(run), 'status', 'cancelled'),
  },
  {
    id: '§4.5/unknown',
    title: 'a booking that does not exist: 404',
    run: async (run) => answers(await run.ask(cancelCall(UNKNOWN_BOOKING)), 404),
  },
  {
    id: '§4.5/ended',
    title: 'a booking that is completed or a no-show: 400',
    needs: 'ended-booking',
    run: async (run) => answers(await run.ask(cancelCall(run.settings.endedBooking!)), 400),
  },
];
