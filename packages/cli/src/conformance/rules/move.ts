/** D32 */
import { moveCall, UNKNOWN_BOOKING } from '../asking.ts';
import { instantOf, instantText } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { madeBooking } from '../fixtures/bookings.ts';
import { cancelled, pairId } from '../fixtures/idempotency.ts';
import { moved, movedWell, readMoved, refusedMove, unmoved } from '../fixtures/moves.ts';
import { answers, firstOf, rule, type Rule, unless, type Violation } from '../rule.ts';
import { bookingStatus, isOf } from '../shapes.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { added } from './added.ts';

function isAt(exchange: Exchange, startMs: number, partySize: number): Violation | null {
  const { json } = exchange;
  const isSame = instantOf(field(json, 'startsAt')) === startMs && field(json, 'partySize') === partySize;
  return unless(isSame, `${instantText(startMs)}, for ${partySize}`, () => gotOf(exchange), exchange);
}

const MOVES: readonly Rule[] = added(
  rule('D32/same', 'to move a booking to where it is: 200, with the booking', async (run) => {
    const exchange = await unmoved(run);
    return firstOf(answers(exchange, 200), isOf(bookingStatus, 'the fields of §2.8', exchange));
  }),
  rule(
    'D32/moved',
    'to move it to an available time: 200, with the booking at that time; its size stays as it is',
    async (run) => {
      const { exchange, startMs } = await moved(run);
      return firstOf(answers(exchange, 200), isAt(exchange, startMs, run.settings.party));
    },
  ),
  rule('D32/read', 'it is read at that time from then on', async (run) => {
    const { startMs } = await movedWell(run);
    return isAt(await readMoved(run), startMs, run.settings.party);
  }),
  rule(
    'D32/refused',
    'a move that is not possible as a whole: 409, and the booking is as it was',
    async (run) => {
      const before = await readMoved(run);
      const { refusal, after } = await refusedMove(run);
      const facts = ({ json }: Exchange): string =>
        ['startsAt', 'partySize', 'status'].map((name) => shown(field(json, name))).join(', ');
      return firstOf(
        answers(refusal, 409),
        unless(facts(after) === facts(before), facts(before), () => facts(after), refusal),
      );
    },
  ),
  rule('D32/final', 'to move a booking that is cancelled: 400', async (run) => {
    await unmoved(run);
    const { status } = await cancelled(run);
    if (status !== 200) throw new CannotTell('no booking was cancelled');
    return answers(await run.ask(moveCall(await pairId(run), {})), 400);
  }),
  rule('D32/unknown', 'to move a booking that does not exist: 404', async (run) => {
    await unmoved(run);
    return answers(await run.ask(moveCall(UNKNOWN_BOOKING, {})), 404);
  }),
  rule('D32/foreign', 'to move a booking of another partner: 404', { needs: 'second-key' }, async (run) => {
    await unmoved(run);
    return answers(await run.ask(moveCall((await madeBooking(run)).id, {}, { as: 'second-key' })), 404);
  }),
);

export const MOVE: readonly Rule[] = [...ALTERNATIVES, ...MOVES];
