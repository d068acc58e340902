/** §4.3.5 and §4.3.6 */
import { book, bookingInput } from '../asking.ts';
import { bookingIdOf, type Exchange, gotOf, isDone } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { madeBooking, retried } from '../fixtures/bookings.ts';
import {
  blankReplay,
  KEY_LENGTH_MAX,
  keyOfLength,
  pair,
  pairId,
  replay,
  replayCancelled,
} from '../fixtures/idempotency.ts';
import { bookingCreated, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import type { Run } from '../run.ts';
import { fieldIs } from './create.ts';

export function isBooking(exchange: Exchange, id: string): Violation | null {
  return unless(bookingIdOf(exchange) === id, `the booking ${id}`, () => gotOf(exchange), exchange);
}

/** The replay. Throws `CannotTell` when it was refused. */
async function replayed(run: Run): Promise<Exchange> {
  const exchange = await replay(run);
  if (!isDone(exchange)) throw new CannotTell(`there was no booking: ${gotOf(exchange)}`);
  return exchange;
}

export const IDEMPOTENCY: readonly Rule[] = [
  rule('§4.3.5/key-120', 'an idempotency key of 120 characters is taken', async (run) => {
    const { refused } = await pair(run);
    if (refused[0]) return answers(refused[0], 201);
    await pairId(run);
    return null;
  }),
  rule('§4.3.5/key-121', 'an idempotency key of 121 characters: 400', async (run) => {
    const { startMs } = await madeBooking(run);
    const idempotencyKey = keyOfLength(run, KEY_LENGTH_MAX + 1);
    return answers(await book(run, bookingInput(run, startMs, { idempotencyKey })), 400);
  }),
  rule(
    '§4.3.5/simultaneous',
    'two concurrent requests with one key, at the last table if it was found: both get the same booking',
    async (run) => {
      const { answers: both } = await pair(run);
      const ids = both.map((answer) => bookingIdOf(answer) ?? gotOf(answer));
      const isOne = both.every(({ status }) => status === 201) && new Set(ids).size === 1;
      const got = (): string => both.map(gotOf).join(' and ');
      return unless(isOne, 'twice 201 with one id', got, both[0]!);
    },
  ),
  rule(
    'D8/blank',
    'optional texts that are empty or blank count as not given: a request with them is as well formed',
    async (run) => {
      await replayed(run);
      const exchange = await blankReplay(run);
      return unless(isDone(exchange), '201', () => gotOf(exchange), exchange);
    },
  ),
  rule('§4.3.5/replay', 'a request whose key is known gets that booking', async (run) =>
    isBooking(await replay(run), await pairId(run)),
  ),
  rule('§4.3.5/replay-201', 'it is answered with 201, in the same shape', async (run) => {
    const exchange = await replayed(run);
    return firstOf(answers(exchange, 201), isOf(bookingCreated, 'the fields of §2.7', exchange));
  }),
  rule('D10/header', 'it says so: Idempotent-Replayed: true', async (run) => {
    const exchange = await replayed(run);
    const header = exchange.headers.get('idempotent-replayed');
    return unless(header === 'true', 'true', () => header ?? 'no such header', exchange);
  }),
  rule(
    '§4.3.5/replay-cancelled',
    'once the booking is cancelled, its key still gets it, with status cancelled',
    async (run) => {
      const exchange = await replayCancelled(run);
      return firstOf(isBooking(exchange, await pairId(run)), fieldIs(exchange, 'status', 'cancelled'));
    },
  ),
  rule('§4.3.5/no-key', 'without a key, a retry makes a new booking', async (run) => {
    const { id } = await madeBooking(run);
    const exchange = await retried(run);
    if (!isDone(exchange)) throw new CannotTell(`the retry was refused: ${gotOf(exchange)}`);
    return unless(bookingIdOf(exchange) !== id, 'another id', () => id, exchange);
  }),
  rule(
    '§4.3.6/shared',
    'a key is shared by all who book at the location: another partner gets the booking, too',
    { needs: 'second-key' },
    async (run) => {
      const id = await pairId(run);
      const exchange = await book(run, (await pair(run)).input, { as: 'second-key' });
      return isBooking(exchange, id);
    },
  ),
];
