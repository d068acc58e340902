/** §8 */
import { clockText } from '../../output/times.ts';
import { cancelCall, readCall, UNKNOWN_BOOKING } from '../asking.ts';
import { freeSlots, instantText } from '../days.ts';
import { type Exchange, field, gotOf, shown } from '../exchange.ts';
import { rateStats, retryAfterMs } from '../rate-stats.ts';
import { needing, rule, type Rule, unless } from '../rule.ts';
import { cleanUp } from '../fixtures/clean-up.ts';
import { fullSlot } from '../fixtures/last-table.ts';
import { openBatch, openDay } from '../fixtures/survey.ts';
import { error, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { fixture, type Run } from '../run.ts';
import { unknownBooking } from './read-cancel.ts';

/** More than the default of the specification, for a target that does not say what the key has. */
const LIMIT_DEFAULT = 120;

interface UsedUp {
  readonly answered: number;
  /** How many the target said it would answer; null when it did not say. */
  readonly promised: number | null;
  readonly refusal: Exchange | null;
}

/** So long before its end a minute is not begun with. */
const MARGIN_MS = 10_000;

/** Uses the key's minute up, once all that was booked is cancelled. */
const usedUp = fixture(async (run): Promise<UsedUp> => {
  const known = await unknownBooking(run);
  await cleanUp(run);
  const ask = (): Promise<Exchange> => run.askNow(readCall(UNKNOWN_BOOKING));
  let first = await ask();
  let rate = rateStats(first.headers, run.nowMs());
  const leftMs = rate ? rate.resetMs - run.nowMs() : MARGIN_MS;
  if (leftMs < MARGIN_MS) {
    await run.pause(leftMs + 250, 'the minute of the key is nearly over');
    first = await ask();
    rate = rateStats(first.headers, run.nowMs());
  }
  const { rateLimit } = run.settings;
  const most =
    rateLimit === true ? (rate?.limit ?? rateStats(known.headers, 0)?.limit ?? LIMIT_DEFAULT) : rateLimit!;
  const promised = rate && rate.remaining + 1;
  if (first.status === 429) return { answered: 0, promised: 0, refusal: first };
  for (let answered = 1; answered <= most; answered++) {
    const next = await ask();
    if (next.status === 429) return { answered, promised, refusal: next };
  }
  return { answered: most + 1, promised, refusal: null };
});

async function refusal(run: Run): Promise<Exchange> {
  const { refusal: found } = await usedUp(run);
  if (!found) throw new CannotTell('no 429 came');
  return found;
}

const RATE: readonly Rule[] = [
  rule(
    'D17/headers',
    'answers say what the key has left: RateLimit-Limit, -Remaining, -Reset',
    async (run) => {
      const exchange = await unknownBooking(run);
      const missing = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].filter(
        (name) => !/^\d+$/.test(exchange.headers.get(name) ?? ''),
      );
      return unless(missing.length === 0, 'the three headers', () => `no ${missing.join(', ')}`, exchange);
    },
  ),
  ...needing(
    'with-rate-limit',
    rule(
      '§8/rate-limit',
      'the request after the last of the minute: 429, in the Error shape',
      async (run) => {
        const { answered, promised, refusal: found } = await usedUp(run);
        if (!found) return { expected: 'a 429', got: `none after ${answered} requests` };
        const isPromiseHeld = promised === null || answered === promised;
        if (!isPromiseHeld)
          return { expected: `429 after ${promised} requests`, got: `after ${answered}`, exchange: found };
        return isOf(error, 'statusCode, message, error', found);
      },
    ),
    rule('D17/retry-after', 'the 429 has Retry-After, in seconds', async (run) => {
      const found = await refusal(run);
      const got = (): string => found.headers.get('retry-after') ?? 'no such header';
      return unless(retryAfterMs(found.headers) !== null, 'a number of seconds', got, found);
    }),
    rule(
      '§5.2/not-counted',
      'an invalid key is refused with 401 though the limit of another is used up',
      async (run) => {
        await refusal(run);
        const exchange = await run.askNow(cancelCall(UNKNOWN_BOOKING, { as: 'stranger' }));
        return unless(exchange.status !== 429, '401', () => gotOf(exchange), exchange);
      },
    ),
  ),
];

/** Hours and minutes of an instant in Stockholm: `11:00`. */
function stockholmTime(ms: number): string {
  return clockText(ms, 'Europe/Stockholm');
}

const QUARTER_MS = 900_000;

const SANDBOX: readonly Rule[] = [
  ...needing(
    'sandbox',
    rule(
      '§8/sandbox-hours',
      'the sandbox restaurant is open from 11:00 to 22:00 in Stockholm, each quarter of an hour',
      async (run) => {
        const { exchange, ...day } = await openDay(run);
        const slots = day.slots.toSorted((a, b) => a.startMs - b.startMs);
        const zone = field(exchange.json, 'timezone');
        const first = stockholmTime(slots[0]!.startMs);
        const last = stockholmTime(slots.at(-1)!.startMs);
        const gap = slots.find(({ startMs }, i) => i > 0 && startMs - slots[i - 1]!.startMs !== QUARTER_MS);
        const isOpen = zone === 'Europe/Stockholm' && first === '11:00' && last < '22:00' && !gap;
        const got = (): string =>
          `${shown(zone)}, ${first} to ${last}${gap ? `, with a gap before ${instantText(gap.startMs)}` : ''}`;
        return unless(isOpen, 'Europe/Stockholm, 11:00 to 22:00 by 15 minutes', got, exchange);
      },
    ),
    rule('§8/sandbox-sizes', 'it seats parties of 1 to 6, and none of 7', async (run) => {
      const { days, exchange } = await openBatch(run);
      const { date } = await openDay(run);
      const seated = days.filter((day) => day.date === date && freeSlots(day).length > 0);
      const sizes = [...new Set(seated.map(({ partySize }) => partySize))]
        .toSorted((a, b) => a - b)
        .join(', ');
      return unless(sizes === '1, 2, 3, 4, 5, 6', '1, 2, 3, 4, 5, 6', () => sizes, exchange);
    }),
    rule('§8/sandbox-six', 'it has one table for six', async (run) => {
      const { partySize, bookings, refusal: full } = await fullSlot(run);
      if (partySize !== 6) throw new CannotTell('no slot for six was filled');
      return unless(bookings === 1, '409 after one booking', () => `409 after ${bookings}`, full);
    }),
  ),
];

export const RATE_LIMIT: readonly Rule[] = [...SANDBOX, ...RATE];
