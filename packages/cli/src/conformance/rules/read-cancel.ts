/** §4.4, §4.5 */
import { cancelCall, readCall, UNKNOWN_BOOKING } from '../asking.ts';
import { instantOf } from '../days.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { madeBooking, readBack } from '../fixtures/bookings.ts';
import { cancelled, cancelledAgain, readCancelled } from '../fixtures/idempotency.ts';
import { bookingStatus, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { fixture, type Run } from '../run.ts';
import { fieldIs } from './create.ts';

async function read(run: Run): Promise<Exchange> {
  const exchange = await readBack(run);
  if (exchange.status !== 200) throw new CannotTell(`the booking could not be read: ${gotOf(exchange)}`);
  return exchange;
}

export const READ: readonly Rule[] = [
  rule('§4.4/read', 'a booking of the key is answered with 200', async (run) =>
    answers(await readBack(run), 200),
  ),
  rule('§2.8/shape', 'the answer has the fields of a booking status', async (run) => {
    const exchange = await read(run);
    return isOf(bookingStatus, 'the fields of §2.8', exchange);
  }),
  rule('§2.8/same', 'it is the booking that was made: id, location, start, size', async (run) => {
    const { id, startMs } = await madeBooking(run);
    const exchange = await read(run);
    const { json } = exchange;
    const expected = [id, run.settings.locationId, startMs, run.settings.party];
    const locationId = shown(field(json, 'locationId')).toLowerCase();
    const got = [field(json, 'id'), locationId, instantOf(field(json, 'startsAt')), field(json, 'partySize')];
    return unless(got.join() === expected.join(), expected.join(', '), () => got.join(', '), exchange);
  }),
  rule('§2.8/confirmed', 'its status is confirmed', async (run) =>
    fieldIs(await read(run), 'status', 'confirmed'),
  ),
  rule('§2.8/reference', 'partnerBookingRef is mirrored', async (run) => {
    const { input } = await madeBooking(run);
    return fieldIs(await read(run), 'partnerBookingRef', input['partnerBookingRef']);
  }),
  rule('§4.3.2/source', 'its source is partner', async (run) =>
    fieldIs(await read(run), 'source', 'partner'),
  ),
  rule('§4.3.2/channel', 'its channel is partner:<slug>', async (run) => {
    const exchange = await read(run);
    const channel = field(exchange.json, 'channel');
    const isPartner = typeof channel === 'string' && /^partner:\S+$/.test(channel);
    return unless(isPartner, 'partner:<slug>', () => shown(channel), exchange);
  }),
  rule('§4.4/unknown', 'a booking that does not exist: 404', async (run) =>
    answers(await unknownBooking(run), 404),
  ),
];

export const unknownBooking = fixture((run) => run.ask(readCall(UNKNOWN_BOOKING)));

export function isOk(exchange: Exchange): Violation | null {
  const isTrue = field(exchange.json, 'ok') === true;
  return firstOf(
    answers(exchange, 200),
    unless(isTrue, '{"ok":true}', () => gotOf(exchange), exchange),
  );
}

export const CANCEL: readonly Rule[] = [
  rule('§4.5/cancel', 'a booking is cancelled: 200, {"ok": true}', async (run) => isOk(await cancelled(run))),
  rule('§4.5/again', 'to cancel it again is answered the same', async (run) =>
    isOk(await cancelledAgain(run)),
  ),
  rule('§3/cancelled', 'a booking that is cancelled is read as cancelled', async (run) =>
    fieldIs(await readCancelled(run), 'status', 'cancelled'),
  ),
  rule('§4.5/unknown', 'a booking that does not exist: 404', async (run) =>
    answers(await run.ask(cancelCall(UNKNOWN_BOOKING)), 404),
  ),
  rule(
    '§4.5/ended',
    'a booking that is completed or a no-show: 400',
    { needs: 'ended-booking' },
    async (run) => answers(await run.ask(cancelCall(run.settings.endedBooking!)), 400),
  ),
];
