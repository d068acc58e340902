/** D35 */
import { SECOND_MS } from '@bord/engine/adapters';
import { cancelCall, confirmCall, holdCall, readCall, releaseCall, UNKNOWN_HOLD } from '../asking.ts';
import { instantOf, instantText } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { bookingIdOf, type Exchange, field, gotOf, isDone, shown } from '../exchange.ts';
import { HOLDS_MAX, holdLimit } from '../fixtures/hold-limit.ts';
import {
  bookedBeside,
  confirmed,
  confirmedAgain,
  confirmedBadly,
  confirmedId,
  confirmedReleased,
  DEFAULT_SECONDS,
  held,
  heldAgain,
  lastHeld,
  LONG_SECONDS,
  released,
  releasedAgain,
  releasedByOther,
  shownHeld,
  shownReleased,
} from '../fixtures/holds.ts';
import type { Look } from '../fixtures/last-table.ts';
import { answers, firstOf, rule, type Rule, unless } from '../rule.ts';
import type { Run } from '../run.ts';
import { bookingCreated, hold, isOf } from '../shapes.ts';
import { added } from './added.ts';
import { isBooking } from './idempotency.ts';
import { isOk } from './read-cancel.ts';

function isShown({ day, shows }: Look, available: boolean): ReturnType<typeof unless> {
  return unless(
    shows,
    `available: ${String(available)}, after 10 s at the latest`,
    () => `available: ${String(!available)}`,
    day.exchange,
  );
}

/** How far the clocks of two answers may be apart. */
const TOLERANCE_MS = 10 * SECOND_MS;

const idOf = (exchange: Exchange): string => bookingIdOf(exchange) ?? gotOf(exchange);

function seconds(id: `D${number}/${string}`, value: number): Rule {
  return rule(id, `for ${value} seconds: 400`, async (run) => {
    const { input } = await held(run);
    const body = { ...input, idempotencyKey: undefined, seconds: value };
    return answers(await run.ask(holdCall(run.settings.locationId, body)), 400);
  });
}

export const HOLD: readonly Rule[] = added(
  rule('D35/held', 'a table is held: 201, with id, startsAt, partySize and expiresAt', async (run) => {
    const { exchange, startMs, partySize } = await held(run);
    const { json } = exchange;
    const isSame = instantOf(field(json, 'startsAt')) === startMs && field(json, 'partySize') === partySize;
    return firstOf(
      answers(exchange, 201),
      isOf(hold, 'id, startsAt, partySize, expiresAt', exchange),
      unless(isSame, `${instantText(startMs)}, for ${partySize}`, () => gotOf(exchange), exchange),
    );
  }),
  rule('D35/hold-again', 'held again under its idempotency key, it is the same hold', async (run) => {
    const { id } = await held(run);
    const exchange = await heldAgain(run);
    return firstOf(
      answers(exchange, 201),
      unless(idOf(exchange) === id, `the hold ${id}`, () => gotOf(exchange), exchange),
    );
  }),
  seconds('D35/seconds-59', 59),
  seconds('D35/seconds-901', 901),
  rule('D35/default', 'for 300 seconds by default', async (run) => {
    const [short, long] = [await held(run), await lastHeld(run)];
    const [shortMs, longMs] = [short, long].map(
      ({ exchange, atMs }) => instantOf(field(exchange.json, 'expiresAt')) - atMs,
    );
    const missedMs = longMs! - shortMs! - (LONG_SECONDS - DEFAULT_SECONDS) * SECOND_MS;
    return unless(
      Math.abs(missedMs) <= TOLERANCE_MS,
      `${LONG_SECONDS - DEFAULT_SECONDS} s less than for ${LONG_SECONDS}`,
      () => `${((longMs! - shortMs!) / SECOND_MS).toFixed(0)} s less`,
      short.exchange,
    );
  }),
  rule('D35/taken', 'the last table is held: to book it is 409', async (run) =>
    answers(await bookedBeside(run), 409),
  ),
  rule('D35/not-listed', 'a slot whose last table is held is not available', async (run) =>
    isShown(await shownHeld(run), false),
  ),
  rule(
    'D30/hold-no-booking',
    'a hold is not a booking: to read or to cancel it as one is 404',
    async (run) => {
      const { id } = await held(run);
      return firstOf(answers(await run.ask(readCall(id)), 404), answers(await run.ask(cancelCall(id)), 404));
    },
  ),
  rule('D35/ten', 'ten tables are held with a key, one more is 429', { needs: 'second-key' }, async (run) => {
    const { count, refusal } = await holdLimit(run);
    if (refusal === null && count <= HOLDS_MAX) throw new CannotTell(`only ${count} tables could be held`);
    if (refusal === null) return { expected: `429 after ${HOLDS_MAX}`, got: `${count} holds` };
    return firstOf(
      answers(refusal, 429),
      unless(count === HOLDS_MAX, `429 after ${HOLDS_MAX}`, () => `after ${count}`, refusal),
    );
  }),
);

export const CONFIRM: readonly Rule[] = added(
  rule(
    'D35/confirm-email',
    'a confirmation without an email: 400, and the table is still held',
    async (run) => {
      const exchange = await confirmedBadly(run);
      return firstOf(answers(exchange, 400), answers((await confirmed(run)).exchange, 201));
    },
  ),
  rule(
    'D35/confirmed',
    'a hold is confirmed: 201, with a booking of its time and a separate id',
    async (run) => {
      const { id, startMs } = await held(run);
      const { input, exchange } = await confirmed(run);
      const { json } = exchange;
      const facts = [
        field(json, 'status'),
        instantOf(field(json, 'startsAt')),
        field(json, 'partnerBookingRef'),
      ];
      const expected = ['confirmed', startMs, input['partnerBookingRef']];
      return firstOf(
        answers(exchange, 201),
        isOf(bookingCreated, 'the fields of §2.7', exchange),
        unless(
          facts.join() === expected.join(),
          expected.join(', '),
          () => facts.map(shown).join(', '),
          exchange,
        ),
        unless(idOf(exchange) !== id, 'a separate id', () => id, exchange),
      );
    },
  ),
  rule('D35/confirmed-read', 'the booking is read like any other', async (run) => {
    const id = await confirmedId(run);
    const { startMs, partySize } = await held(run);
    const exchange = await run.ask(readCall(id));
    const { json } = exchange;
    const isSame = instantOf(field(json, 'startsAt')) === startMs && field(json, 'partySize') === partySize;
    return firstOf(
      answers(exchange, 200),
      unless(isSame, `${instantText(startMs)}, for ${partySize}`, () => gotOf(exchange), exchange),
    );
  }),
  rule(
    'D35/confirm-again',
    'confirmed again, it is the same booking: 201, Idempotent-Replayed: true',
    async (run) => {
      const id = await confirmedId(run);
      const exchange = await confirmedAgain(run);
      const header = exchange.headers.get('idempotent-replayed');
      return firstOf(
        answers(exchange, 201),
        isBooking(exchange, id),
        unless(header === 'true', 'Idempotent-Replayed: true', () => header ?? 'no such header', exchange),
      );
    },
  ),
  rule('D35/confirm-released', 'to confirm a hold that was released: 409', async (run) =>
    answers(await confirmedReleased(run), 409),
  ),
  rule('D35/confirm-unknown', 'to confirm a hold that does not exist: 404', async (run) => {
    await confirmed(run);
    return answers(await run.ask(confirmCall(UNKNOWN_HOLD, (await confirmed(run)).input)), 404);
  }),
  rule(
    'D35/confirm-foreign',
    'to confirm a hold of another partner: 404',
    { needs: 'second-key' },
    async (run) => {
      const { input } = await confirmed(run);
      return answers(await run.ask(confirmCall((await held(run)).id, input, { as: 'second-key' })), 404);
    },
  ),
);

export const RELEASE: readonly Rule[] = added(
  rule(
    'D35/release-foreign',
    'to release a hold of another partner: 404',
    { needs: 'second-key' },
    async (run) => {
      await mustRelease(run);
      return answers(await releasedByOther(run), 404);
    },
  ),
  rule('D35/released', 'a hold is released: 200, {"ok": true}', async (run) => isOk(await released(run))),
  rule('D35/release-again', 'to release it again is answered the same', async (run) =>
    isOk(await releasedAgain(run)),
  ),
  rule('D35/freed', 'its slot is available again', async (run) => isShown(await shownReleased(run), true)),
  rule('D35/release-unknown', 'to release a hold that does not exist: 404', async (run) => {
    await mustRelease(run);
    return answers(await run.ask(releaseCall(UNKNOWN_HOLD)), 404);
  }),
);

async function mustRelease(run: Run): Promise<void> {
  if (!isDone(await released(run))) throw new CannotTell('no hold was released');
}
