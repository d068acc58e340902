import { DAY_MS } from '@bord/engine';
import { book, bookingInput, type BookingInput, createCall } from '../asking.ts';
import { instantOf, instantText } from '../days.ts';
import { bookingIdOf, type Exchange, field, gotOf, isDone, shown } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { closedTime, firstBooking, madeBooking, readBack, retried } from '../fixtures/bookings.ts';
import { pair } from '../fixtures/idempotency.ts';
import { fullSlot, race } from '../fixtures/last-table.ts';
import { openDay, survey } from '../fixtures/survey.ts';
import { bookingCreated, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { reasonUntold, type Run, unlessUntold } from '../run.ts';
import { tokenIn } from '../token.ts';

const ANSWER: readonly Rule[] = [
  rule('§4.3/created', 'a booking with all optional fields is answered with 201', async (run) => {
    const untold = await reasonUntold(openDay(run));
    if (untold !== null) return { expected: '201', got: `no free slot to book: ${untold}` };
    const { made, refusals } = await firstBooking(run);
    if (made) return answers(made.exchange, 201);
    const refusal = refusals[0]!;
    if (refusal.status === 409) throw new CannotTell('every slot was refused');
    return answers(refusal, 201);
  }),
  rule('§2.7/shape', 'the answer has id, startsAt, status and partnerBookingRef', async (run) => {
    const { made, refusals } = await firstBooking(run);
    const exchange = made?.exchange ?? refusals.find(isDone) ?? (await madeBooking(run)).exchange;
    return isOf(bookingCreated, 'the fields of §2.7', exchange);
  }),
  rule('§2.7/starts-at', 'startsAt is the start that was asked for', async (run) => {
    const { exchange, startMs } = await madeBooking(run);
    const startsAt = field(exchange.json, 'startsAt');
    return unless(instantOf(startsAt) === startMs, instantText(startMs), () => shown(startsAt), exchange);
  }),
  rule('§2.7/confirmed', 'a new booking is confirmed', async (run) => {
    const { exchange } = await madeBooking(run);
    return fieldIs(exchange, 'status', 'confirmed');
  }),
  rule('§2.7/reference', 'partnerBookingRef is mirrored', async (run) => {
    const { exchange, input } = await madeBooking(run);
    return fieldIs(exchange, 'partnerBookingRef', input['partnerBookingRef']);
  }),
  rule('§2.7/no-reference', 'partnerBookingRef is null when it was not sent', async (run) => {
    const exchange = (await pair(run)).answers.find((answer) => bookingIdOf(answer) !== null);
    if (!exchange) throw new CannotTell('no booking was made without a reference');
    const reference = field(exchange.json, 'partnerBookingRef') ?? null;
    return unless(reference === null, 'null', () => JSON.stringify(reference), exchange);
  }),
  rule('§2.6/reference-reused', 'a partnerBookingRef may be used again', async (run) => {
    const { input } = await madeBooking(run);
    const exchange = await retried(run);
    if (isDone(exchange)) return null;
    const other = await book(run, { ...input, partnerBookingRef: run.newReference() });
    if (!isDone(other)) throw new CannotTell(`a second booking could not be made: ${gotOf(other)}`);
    return answers(exchange, 201);
  }),
  rule('§4.3.4/no-token', 'creation and reading return no manage token', async (run) => {
    const { exchange } = await madeBooking(run);
    for (const each of [exchange, await readBack(run)]) {
      const token = tokenIn(each.json);
      if (token !== null) return { expected: 'no token and no link', got: token, exchange: each };
    }
    return null;
  }),
];

const REFUSED: readonly Rule[] = [
  rule('§3/taken', 'a slot that takes no more parties: 409', async (run) =>
    answers((await fullSlot(run)).refusal, 409),
  ),
  rule('§4.3.1/last-table', 'two concurrently for the last table: one 201 and one 409', async (run) => {
    for (const round of await race(run)) {
      const statuses = round
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join(' and ');
      const violation = unless(statuses === '201 and 409', '201 and 409', () => statuses, round[0]!);
      if (violation) return violation;
    }
    return null;
  }),
  rule('§3/closed', 'a time at which the location is closed: 409', async (run) => {
    await survey(run);
    return answers(await book(run, bookingInput(run, await closedTime(run))), 409);
  }),
  rule('D8/past', 'a time that is over: 409', async (run) => {
    const startMs = (await goodTime(run)) % DAY_MS;
    const today = run.nowMs() - (run.nowMs() % DAY_MS);
    return answers(await book(run, bookingInput(run, today - 3 * DAY_MS + startMs)), 409);
  }),
];

/** A start that can be booked, for requests in which something else is wrong. */
async function goodTime(run: Run): Promise<number> {
  const made = await unlessUntold(madeBooking(run));
  if (made) return made.startMs;
  const { slots } = await openDay(run);
  return slots[0]!.startMs;
}

function malformed(
  id: `§${string}/${string}` | `D${number}/${string}`,
  title: string,
  change: BookingInput | ((startMs: number) => BookingInput),
): Rule {
  return rule(id, `${title}: 400`, async (run) => {
    const startMs = await goodTime(run);
    const changed = typeof change === 'function' ? change(startMs) : change;
    return answers(await book(run, bookingInput(run, startMs, changed)), 400);
  });
}

const MALFORMED: readonly Rule[] = [
  rule('§7/not-json', 'a body that is not JSON: 400', async (run) =>
    answers(await run.ask(createCall(run.settings.locationId, '{"startsAt":')), 400),
  ),
  malformed('§2.6/starts-at-missing', 'no startsAt', { startsAt: undefined }),
  malformed('§2.6/party-size-missing', 'no partySize', { partySize: undefined }),
  malformed('§2.6/name-missing', 'no name', { name: undefined }),
  malformed('§2.6/email-missing', 'no email', { email: undefined }),
  malformed('§2.6/email', 'an email that is none', { email: 'nobody' }),
  malformed('§2.6/starts-at', 'a startsAt that is not a time', { startsAt: 'tomorrow at eight' }),
  malformed('§2.6/lang', 'a lang other than sv, en, no and da', { lang: 'tlh' }),
  malformed('§7/party-size', 'a party of 0', { partySize: 0 }),
  malformed('D6/no-offset', 'a startsAt without Z or offset', (startMs) => ({
    startsAt: instantText(startMs).replace('Z', ''),
  })),
];

export const CREATE: readonly Rule[] = [...ANSWER, ...REFUSED, ...MALFORMED];

export function fieldIs(exchange: Exchange, name: string, value: unknown): Violation | null {
  const got = field(exchange.json, name);
  return firstOf(
    unless(isDone(exchange), `${name}: ${JSON.stringify(value)}`, () => gotOf(exchange), exchange),
    unless(
      got === value,
      `${name}: ${JSON.stringify(value)}`,
      () => JSON.stringify(got) ?? 'nothing',
      exchange,
    ),
  );
}
