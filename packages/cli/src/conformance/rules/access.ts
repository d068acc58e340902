/** §5 */
import { DAY_MS } from '@bord/engine';
import {
  availabilityCall,
  book,
  bookingInput,
  cancelCall,
  createCall,
  readCall,
  UNKNOWN_BOOKING,
  UNKNOWN_LOCATION,
} from '../asking.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { type Call, type Exchange, field, gotOf } from '../exchange.ts';
import { answers, type Violation, firstOf, needing, rule, type Rule, unless } from '../rule.ts';
import { madeBooking, readBack } from '../fixtures/bookings.ts';
import { pair, pairId } from '../fixtures/idempotency.ts';
import { startDate } from '../fixtures/survey.ts';
import { CannotTell } from '../errors.ts';
import { fixture, type Run } from '../run.ts';
import { isBooking } from './idempotency.ts';
import { unknownBooking } from './read-cancel.ts';

/** A request to each endpoint of §4, or to those that need a scope. */
function everyEndpoint(run: Run, as: NonNullable<Call['as']>, scope?: string): Call[] {
  const { locationId } = run.settings;
  return ENDPOINTS.filter((endpoint) => scope === undefined || endpoint.scope === scope).map(({ request }) =>
    request(run, locationId, { as }),
  );
}

async function eachAnswers(run: Run, calls: readonly Call[], status: number): Promise<Violation | null> {
  for (const call of calls) {
    const violation = answers(await run.ask(call), status);
    if (violation) return violation;
  }
  return null;
}

const KEYS: readonly Rule[] = [
  rule('§5.1/x-partner-key', 'x-partner-key carries the key as well as Authorization does', async (run) => {
    const known = await readBack(run);
    if (known.status !== 200) throw new CannotTell(`the booking could not be read: ${gotOf(known)}`);
    const { id } = await madeBooking(run);
    return answers(await run.ask(readCall(id, { header: 'x-partner-key' })), 200);
  }),
  rule('§5.2/missing', 'without a key, every endpoint answers 401', async (run) =>
    eachAnswers(run, everyEndpoint(run, 'nobody'), 401),
  ),
  rule('§5.2/invalid', 'with an unknown key, every endpoint answers 401', async (run) =>
    eachAnswers(run, everyEndpoint(run, 'stranger'), 401),
  ),
];

const SCOPES: readonly Rule[] = [
  ...needing(
    'read-only-key',
    rule('§5.4/create', 'to book without the scope bookings:write: 403', async (run) => {
      const { startMs } = await madeBooking(run);
      return answers(await book(run, bookingInput(run, startMs), { as: 'read-only-key' }), 403);
    }),
    rule('§5.4/cancel', 'to cancel without the scope bookings:write: 403', async (run) =>
      answers(await run.ask(cancelCall((await madeBooking(run)).id, { as: 'read-only-key' })), 403),
    ),
    rule('§5.3/read', 'with availability:read, availability is answered with 200', async (run) =>
      eachAnswers(run, everyEndpoint(run, 'read-only-key', 'availability:read'), 200),
    ),
  ),
];

const LISTS: readonly Rule[] = [
  ...needing(
    'elsewhere-key',
    rule('§5.5/availability', 'availability outside the key’s list, single and batch: 403', async (run) =>
      eachAnswers(run, everyEndpoint(run, 'elsewhere-key', 'availability:read'), 403),
    ),
    rule('§5.5/create', 'to book outside the key’s list: 403', async (run) => {
      const { startMs } = await madeBooking(run);
      return answers(await book(run, bookingInput(run, startMs), { as: 'elsewhere-key' }), 403);
    }),
    rule('§5.5/read', 'to read a booking outside the key’s list: 404', async (run) =>
      answers(await run.ask(readCall((await madeBooking(run)).id, { as: 'elsewhere-key' })), 404),
    ),
    rule(
      '§5.5/cancel',
      'to cancel a booking outside the key’s list: 404, and it stays confirmed',
      async (run) => cancelsNot(run, 'elsewhere-key'),
    ),
    rule('D15/menu', 'the menu of a location outside the key’s list: 403', async (run) =>
      eachAnswers(run, everyEndpoint(run, 'elsewhere-key', 'menu:read'), 403),
    ),
  ),
  rule(
    'D15/unknown-location',
    'availability and booking at a location that does not exist: 403',
    async (run) => {
      const date = startDate(run);
      const availability = { date, partySize: run.settings.party };
      const pastMs = run.nowMs() - 30 * DAY_MS;
      return eachAnswers(
        run,
        [
          availabilityCall(UNKNOWN_LOCATION, availability),
          createCall(UNKNOWN_LOCATION, bookingInput(run, pastMs)),
        ],
        403,
      );
    },
  ),
  ...needing(
    'unlisted-key',
    rule('§5.6/create', 'a key without a location list books', async (run) => {
      const id = await pairId(run);
      // Such a key could not cancel what it makes, so it asks for a booking that is there already.
      const exchange = await book(run, (await pair(run)).input, { as: 'unlisted-key' });
      return isBooking(exchange, id);
    }),
    rule('§5.6/read', 'it may not read a booking: 403', async (run) =>
      answers(await run.ask(readCall((await madeBooking(run)).id, { as: 'unlisted-key' })), 403),
    ),
    rule('§5.6/cancel', 'it may not cancel a booking: 403', async (run) =>
      answers(await run.ask(cancelCall((await madeBooking(run)).id, { as: 'unlisted-key' })), 403),
    ),
  ),
];

const foreignRead = fixture(async (run): Promise<Exchange> =>
  run.ask(readCall((await madeBooking(run)).id, { as: 'second-key' })),
);

const CHANNELS: readonly Rule[] = [
  ...needing(
    'second-key',
    rule('§5.7/read', 'to read a booking of another partner: 404', async (run) =>
      answers(await foreignRead(run), 404),
    ),
    rule('§5.7/cancel', 'to cancel a booking of another partner: 404, and it stays confirmed', async (run) =>
      cancelsNot(run, 'second-key'),
    ),
    rule('§4.4/hidden', 'the answer is as if the booking did not exist', async (run) => {
      const { id } = await madeBooking(run);
      const [foreign, unknown] = [await foreignRead(run), await unknownBooking(run)];
      if (foreign.status !== 404 || unknown.status !== 404)
        throw new CannotTell('one of the two is not a 404');
      const [got, expected] = [errorOf(foreign, id), errorOf(unknown, UNKNOWN_BOOKING)];
      return unless(got === expected, expected, () => got, foreign);
    }),
  ),
];

export const ACCESS: readonly Rule[] = [...KEYS, ...SCOPES, ...LISTS, ...CHANNELS];

/** An error without the requested id. */
function errorOf({ json }: Exchange, id: string): string {
  const names = ['statusCode', 'error', 'message'] as const;
  return JSON.stringify(names.map((name) => field(json, name))).replaceAll(id, '…');
}

/** Whether a key may not cancel the first booking, and does not. */
async function cancelsNot(run: Run, as: 'second-key' | 'elsewhere-key'): Promise<Violation | null> {
  const { id } = await madeBooking(run);
  const refusal = await run.ask(cancelCall(id, { as }));
  const read = await run.ask(readCall(id));
  const isStanding = field(read.json, 'status') !== 'cancelled';
  return firstOf(
    answers(refusal, 404),
    unless(isStanding, 'the booking is confirmed', () => gotOf(read), refusal),
  );
}
