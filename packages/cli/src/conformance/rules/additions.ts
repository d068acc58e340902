/** Rules of all additions within v1 (D30), and of unknown fields (D11). */
import { BOOKING_STATES } from '@bord/engine';
import { ADDED_ENDPOINTS } from '../added-endpoints.ts';
import { batchCall } from '../asking.ts';
import { type Endpoint, endpointOf } from '../endpoints.ts';
import { CannotTell } from '../errors.ts';
import { type Call, type Exchange, field, isDone, shown } from '../exchange.ts';
import { listed, listedIn, walk } from '../fixtures/list.ts';
import { confirmed, released } from '../fixtures/holds.ts';
import { unmoved } from '../fixtures/moves.ts';
import { startDate } from '../fixtures/survey.ts';
import { left } from '../fixtures/waitlist.ts';
import { answers, firstOf, rule, type Rule, unless, type Violation } from '../rule.ts';
import { fixture, type Run, unlessUntold } from '../run.ts';
import { added } from './added.ts';
import { searched } from './search.ts';

/** The answers of an added endpoint that exists. */
const answered = fixture(async (run): Promise<readonly Exchange[]> => {
  for (const play of [unmoved, confirmed, released, left, searched, listed, walk])
    await unlessUntold<unknown>(play(run));
  return run.exchanges.filter(
    ({ call, status }) => ![404, 405, 501].includes(status) && endpointOf(call, ADDED_ENDPOINTS),
  );
});

async function endpoints(run: Run): Promise<readonly Endpoint[]> {
  const known = new Set((await answered(run)).map(({ call }) => endpointOf(call, ADDED_ENDPOINTS)));
  if (known.size === 0)
    throw new CannotTell('the server has no additions: they are not part of the specification');
  return ADDED_ENDPOINTS.filter((endpoint) => known.has(endpoint));
}

async function eachAnswers(
  run: Run,
  chosen: readonly Endpoint[],
  as: NonNullable<Call['as']>,
  status: number,
): Promise<Violation | null> {
  for (const { request } of chosen) {
    const violation = answers(await run.ask(request(run, run.settings.locationId, { as })), status);
    if (violation) return violation;
  }
  return null;
}

/** Those that a location is named to. */
const NAMES_LOCATION = /^\/locations\/|^\/bookings$|^\/availability\/search$/;

/** A request with an unknown field, in its body and twice in its query. */
const withUnknown = fixture(async (run): Promise<Exchange> => {
  const date = startDate(run);
  const input = { startDate: date, endDate: date, partySizes: [run.settings.party] };
  const call = batchCall(run.settings.locationId, input);
  return run.ask({
    ...call,
    path: `${call.path}?${UNKNOWN}=1&${UNKNOWN}=2`,
    body: { ...input, [UNKNOWN]: true },
  });
});
const UNKNOWN = 'conformance';

export const ADDITIONS: readonly Rule[] = added(
  rule('D30/status', 'no added endpoint gives a booking a fifth status', async (run) => {
    const done = (await answered(run)).filter(isDone);
    const found = done.flatMap((exchange) =>
      [exchange.json, ...listedIn(exchange)].map((booking) => ({
        exchange,
        status: field(booking, 'status'),
      })),
    );
    const states: readonly unknown[] = BOOKING_STATES;
    const stray = found.find(({ status }) => status !== undefined && !states.includes(status));
    if (found.length === 0) throw new CannotTell('no added endpoint has answered');
    return unless(
      !stray,
      BOOKING_STATES.join(', '),
      () => shown(stray?.status),
      (stray ?? found[0]!).exchange,
    );
  }),
  rule('D30/key', 'without a key, every added endpoint answers 401', async (run) =>
    eachAnswers(run, await endpoints(run), 'nobody', 401),
  ),
  rule(
    'D30/scope',
    'without the scope bookings:write, every one that needs it answers 403',
    { needs: 'read-only-key' },
    async (run) => {
      const writing = (await endpoints(run)).filter(({ scope }) => scope === 'bookings:write');
      return eachAnswers(run, writing, 'read-only-key', 403);
    },
  ),
  rule(
    'D30/location',
    'outside the key’s list, every one with a location answers 403',
    { needs: 'elsewhere-key' },
    async (run) => {
      const located = (await endpoints(run)).filter(({ path }) => NAMES_LOCATION.test(path));
      return eachAnswers(run, located, 'elsewhere-key', 403);
    },
  ),
  rule('D11/ignored', 'an unknown field is ignored, also twice in a query', async (run) =>
    answers(await withUnknown(run), 200),
  ),
  rule('D11/named', 'to a sandbox key it is named: Ignored-Fields', async (run) => {
    const exchange = await withUnknown(run);
    const header = exchange.headers.get('ignored-fields');
    if (header === null) throw new CannotTell('answers name no fields: only those to a sandbox key do');
    const names = new Set(header.split(',').map((name) => name.trim()));
    const isGood = names.size === 1 && names.has(UNKNOWN);
    return firstOf(unless(isGood, UNKNOWN, () => header, exchange));
  }),
);
