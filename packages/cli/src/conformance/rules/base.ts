import { endpointOf } from '../endpoints.ts';
import { type Exchange, gotOf, isDone } from '../exchange.ts';
import { answers, type Violation, firstOf, rule, type Rule, unless } from '../rule.ts';
import { firstDay } from '../fixtures/survey.ts';
import { error, isOf } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import type { Run } from '../run.ts';
import { unknownBooking } from './read-cancel.ts';

export const BASE_PATH = '/v1/partner-api';

export const BASE: readonly Rule[] = [
  rule('§9/base-path', `the base path carries the version: ${BASE_PATH}`, async (run) => {
    const { pathname } = new URL(run.settings.baseUrl);
    const { exchange } = await firstDay(run);
    return unless(pathname.endsWith(BASE_PATH), `…${BASE_PATH}`, () => pathname, exchange);
  }),
  rule('§4/https', 'it is spoken over HTTPS, unless to this machine', async (run) => {
    const { protocol, hostname } = new URL(run.settings.baseUrl);
    const isHere = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    const { exchange } = await firstDay(run);
    return unless(protocol === 'https:' || isHere, 'https:', () => `${protocol}//${hostname}`, exchange);
  }),
];

/** The answers so far, with at least one error. */
async function answered(run: Run): Promise<readonly Exchange[]> {
  await unknownBooking(run);
  return run.exchanges;
}

async function errors(run: Run): Promise<readonly Exchange[]> {
  const all = (await answered(run)).filter((exchange) => !isDone(exchange));
  if (all.length === 0) throw new CannotTell('there was no error');
  return all;
}

export const ERRORS: readonly Rule[] = [
  rule('§4/json', 'every answer is JSON, and says so', async (run) => {
    const isJson = ({ json, headers }: Exchange): boolean =>
      json !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
    const wrong = (await answered(run)).find((exchange) => !isJson(exchange));
    if (!wrong) return null;
    return {
      expected: 'application/json',
      got: `${wrong.headers.get('content-type')}: ${gotOf(wrong)}`,
      exchange: wrong,
    };
  }),
  rule('§2.11/shape', 'every error has statusCode, message and error', async (run) => {
    const all = await errors(run);
    return firstOf(...all.map((exchange) => isOf(error, 'statusCode, message, error', exchange)));
  }),
  rule('§2.11/status-code', 'statusCode is the HTTP status', async (run) => {
    return firstOf(
      ...(await errors(run)).map((exchange) => {
        const { statusCode = exchange.status } = (exchange.json ?? {}) as { readonly statusCode?: unknown };
        const isSame = Number(statusCode) === exchange.status;
        return unless(isSame, `${exchange.status}`, () => JSON.stringify(statusCode), exchange);
      }),
    );
  }),
  rule('§7/statuses', 'every status is one that §4 lists for its endpoint', async (run) => {
    const own = (await answered(run)).filter(
      ({ call }) => call.path.startsWith('/bookings/') || call.path.includes(run.settings.locationId),
    );
    const found = own.map((exchange) => {
      const endpoint = endpointOf(exchange.call);
      return endpoint ? answers(exchange, ...endpoint.statuses) : null;
    });
    return firstOf(...found);
  }),
  rule('D18/unknown-path', 'a path that does not exist: 404, in the Error shape', async (run) =>
    inErrorShape(await run.ask({ method: 'GET', path: '/conformance-no-such-path' }), 404),
  ),
  rule(
    'D18/method',
    'a method that a path does not know: 405 with Allow, in the Error shape',
    async (run) => {
      const exchange = await run.ask({ method: 'DELETE', path: '/bookings/conformance-no-such-booking' });
      const allow = exchange.headers.get('allow');
      return firstOf(
        inErrorShape(exchange, 405),
        unless(allow !== null, 'Allow: GET', () => 'no Allow', exchange),
      );
    },
  ),
];

function inErrorShape(exchange: Exchange, status: number): Violation | null {
  return firstOf(answers(exchange, status), isOf(error, 'statusCode, message, error', exchange));
}
