/** §4.4, §4.5 */
import { cancelCall, readCall, UNKNOWN_BOOKING } from '../asking.ts';
import { instantOf } from '../days.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { answers, type Breach, firstOf, isOf, type Rule, unless } from '../rule.ts';
import { madeBooking, readBack } from '../scenes/bookings.ts';
import { cancelled, cancelledAgain, readCancelled } from '../scenes/idempotency.ts';
import { bookingStatus } from '../shapes.ts';
import { CannotTell } from '../stops.ts';
import { scene, type Trial } from '../trial.ts';
import { fieldIs } from './create.ts';

/** The first booking as it was read. Throws `CannotTell` unless that worked. */
async function read(trial: Trial): Promise<Exchange> {
  const exchange = await readBack(trial);
  if (exchange.status !== 200) throw new CannotTell(`the booking could not be read: ${gotOf(exchange)}`);
  return exchange;
}

export const READ: readonly Rule[] = [
  {
    id: '§4.4/read',
    title: 'a booking of the key is answered with 200',
    run: async (trial) => answers(await readBack(trial), 200),
  },
  {
    id: '§2.8/shape',
    title: 'the answer has the fields of a booking status',
    async run(trial) {
      const exchange = await read(trial);
      return isOf(bookingStatus, 'the fields of §2.8', exchange);
    },
  },
  {
    id: '§2.8/same',
    title: 'it is the booking that was made: id, location, start, size',
    async run(trial) {
      const { id, startMs } = await madeBooking(trial);
      const exchange = await read(trial);
      const { json } = exchange;
      const expected = [id, trial.settings.locationId, startMs, trial.settings.party];
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
    run: async (trial) => fieldIs(await read(trial), 'status', 'confirmed'),
  },
  {
    id: '§2.8/reference',
    title: 'partnerBookingRef is mirrored',
    async run(trial) {
      const { asked } = await madeBooking(trial);
      return fieldIs(await read(trial), 'partnerBookingRef', asked['partnerBookingRef']);
    },
  },
  {
    id: '§4.3.2/source',
    title: 'its source is partner',
    run: async (trial) => fieldIs(await read(trial), 'source', 'partner'),
  },
  {
    id: '§4.3.2/channel',
    title: 'its channel is partner:<slug>',
    async run(trial) {
      const exchange = await read(trial);
      const channel = field(exchange.json, 'channel');
      const isPartner = typeof channel === 'string' && /^partner:\S+$/.test(channel);
      return unless(isPartner, 'partner:<slug>', () => shown(channel), exchange);
    },
  },
  {
    id: '§4.4/unknown',
    title: 'a booking that does not exist: 404',
    run: async (trial) => answers(await unknownBooking(trial), 404),
  },
];

/** Asking for a booking that does not exist. */
export const unknownBooking = scene((trial) => trial.ask(readCall(UNKNOWN_BOOKING)));

/** `{"ok": true}` with 200 (§2.9). */
function isOk(exchange: Exchange): Breach | null {
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
    run: async (trial) => isOk(await cancelled(trial)),
  },
  {
    id: '§4.5/again',
    title: 'to cancel it again is answered the same',
    run: async (trial) => isOk(await cancelledAgain(trial)),
  },
  {
    id: '§3/cancelled',
    title: 'a booking that is cancelled is read as cancelled',
    run: async (trial) => fieldIs(await readCancelled(trial), 'status', 'cancelled'),
  },
  {
    id: '§4.5/unknown',
    title: 'a booking that does not exist: 404',
    run: async (trial) => answers(await trial.ask(cancelCall(UNKNOWN_BOOKING)), 404),
  },
  {
    id: '§4.5/ended',
    title: 'a booking that is completed or a no-show: 400',
    needs: 'ended-booking',
    run: async (trial) => answers(await trial.ask(cancelCall(trial.settings.endedBooking!)), 400),
  },
];
