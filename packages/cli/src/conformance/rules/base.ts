/** What holds of every request: where it goes, and how it is spoken. */
import { ENDPOINTS } from '../endpoints.ts';
import { type Exchange, gotOf, isDone } from '../exchange.ts';
import { answers, type Breach, firstOf, isOf, type Rule, unless } from '../rule.ts';
import { firstDay } from '../scenes/survey.ts';
import { error } from '../shapes.ts';
import { CannotTell } from '../stops.ts';
import type { Trial } from '../trial.ts';
import { unknownBooking } from './read-cancel.ts';

export const BASE_PATH = '/v1/partner-api';

export const BASE: readonly Rule[] = [
  {
    id: '§9/base-path',
    title: `the base path carries the version: ${BASE_PATH}`,
    async run(trial) {
      const { pathname } = new URL(trial.settings.baseUrl);
      const { exchange } = await firstDay(trial);
      return unless(pathname.endsWith(BASE_PATH), `…${BASE_PATH}`, () => pathname, exchange);
    },
  },
  {
    id: '§4/https',
    title: 'it is spoken over HTTPS, unless to this machine',
    async run(trial) {
      const { protocol, hostname } = new URL(trial.settings.baseUrl);
      const isHere = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
      const { exchange } = await firstDay(trial);
      return unless(protocol === 'https:' || isHere, 'https:', () => `${protocol}//${hostname}`, exchange);
    },
  },
];

/** What was answered so far, with one error at least. */
async function answered(trial: Trial): Promise<readonly Exchange[]> {
  await unknownBooking(trial);
  return trial.exchanges;
}

/** The errors of the API so far. */
async function errors(trial: Trial): Promise<readonly Exchange[]> {
  const all = (await answered(trial)).filter((exchange) => !isDone(exchange));
  if (all.length === 0) throw new CannotTell('there was no error');
  return all;
}

export const ERRORS: readonly Rule[] = [
  {
    id: '§4/json',
    title: 'every answer is JSON, and says so',
    async run(trial) {
      const isJson = ({ json, headers }: Exchange): boolean =>
        json !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
      const wrong = (await answered(trial)).find((exchange) => !isJson(exchange));
      if (!wrong) return null;
      return {
        expected: 'application/json',
        got: `${wrong.headers.get('content-type')}: ${gotOf(wrong)}`,
        exchange: wrong,
      };
    },
  },
  {
    id: '§2.11/shape',
    title: 'every error has statusCode, message and error',
    async run(trial) {
      const all = await errors(trial);
      return firstOf(...all.map((exchange) => isOf(error, 'statusCode, message, error', exchange)));
    },
  },
  {
    id: '§2.11/status-code',
    title: 'statusCode is the HTTP status',
    async run(trial) {
      return firstOf(
        ...(await errors(trial)).map((exchange) => {
          const { statusCode = exchange.status } = (exchange.json ?? {}) as { readonly statusCode?: unknown };
          const isSame = Number(statusCode) === exchange.status;
          return unless(isSame, `${exchange.status}`, () => JSON.stringify(statusCode), exchange);
        }),
      );
    },
  },
  {
    id: '§7/statuses',
    title: 'every status is one that §4 lists for its endpoint',
    async run(trial) {
      const own = (await answered(trial)).filter(
        ({ call }) => call.path.startsWith('/bookings/') || call.path.includes(trial.settings.locationId),
      );
      const found = own.map((exchange) => {
        const { method, path } = exchange.call;
        const endpoint = ENDPOINTS.find((known) => known.method === method && known.path.test(path));
        return endpoint ? answers(exchange, ...endpoint.statuses) : null;
      });
      return firstOf(...found);
    },
  },
  {
    id: 'D18/unknown-path',
    title: 'a path that does not exist: 404, in the Error shape',
    run: async (trial) =>
      inErrorShape(await trial.ask({ method: 'GET', path: '/conformance-no-such-path' }), 404),
  },
  {
    id: 'D18/method',
    title: 'a method that a path does not know: 405 with Allow, in the Error shape',
    async run(trial) {
      const exchange = await trial.ask({ method: 'DELETE', path: '/bookings/conformance-no-such-booking' });
      const allow = exchange.headers.get('allow');
      return firstOf(
        inErrorShape(exchange, 405),
        unless(allow !== null, 'Allow: GET', () => 'no Allow', exchange),
      );
    },
  },
];

function inErrorShape(exchange: Exchange, status: number): Breach | null {
  return firstOf(answers(exchange, status), isOf(error, 'statusCode, message, error', exchange));
}
