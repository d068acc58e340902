/** A small restaurant with its engine, keys and API, for the tests of this package. */
import { createHmac } from 'node:crypto';
import { createPartnerApi, type PartnerApiOptions } from '@bord/adapter-http';
import {
  createEngine,
  definePlan,
  type LocationPlan,
  type Mailer,
  type Menu,
  type Scope,
} from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { checkedFetch, createTrafficCheck } from '../../../test/support/openapi-traffic.ts';

/** A Tuesday afternoon in Stockholm. */
export const NOW_MS = Date.parse('2026-12-01T12:00:00Z');
export const BASE = '/v1/partner-api';
export const UNKNOWN_LOCATION = '11111111-1111-4111-8111-111111111111';

/** The secret from which tokens are derived. */
export const SECRET_KEY = new Uint8Array(32).fill(42);

/** The token in the links of a booking or a sign-up. */
export function tokenOf(purpose: 'manage' | 'sign-up' | 'sign-in', id: string): string {
  return `${id}.${createHmac('sha256', SECRET_KEY).update(`${purpose} ${id}`).digest('base64url')}`;
}

/** Accepts and drops every mail. */
export const MAILER: Mailer = {
  isLocal: true,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

const menu: Menu = {
  currency: 'SEK',
  categories: [
    {
      id: 'c1',
      name: 'Huvudrätter',
      description: null,
      items: [
        { id: 'i1', name: 'Köttbullar', description: 'Med lingon', priceOre: 18900, tags: ['classic'] },
      ],
    },
  ],
};

const plan = (name: string): LocationPlan =>
  definePlan({
    name,
    timeZone: 'Europe/Stockholm',
    language: 'sv',
    tables: [
      { id: 'T1', seatsMin: 1, seatsMax: 2 },
      { id: 'T2', seatsMin: 2, seatsMax: 4 },
    ],
    servicePeriods: [
      { name: 'All day', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 11 * 60, closesMinute: 22 * 60 },
    ],
    guestRetentionDays: null,
  });

/** Opens a restaurant. Its clock advances only when a test moves it. */
export async function openRuntime({
  mailer = null,
  ...options
}: Omit<PartnerApiOptions, 'engine'> & { readonly mailer?: Mailer | null } = {}) {
  const clock = { ms: NOW_MS, nowMs: () => clock.ms };
  const storage = memoryStorage(clock);
  const engine = createEngine({
    storage,
    clock,
    secretKeys: [SECRET_KEY],
    mailer,
  });
  const [{ location }, { location: other }] = await Promise.all([
    engine.operator.locations.apply(plan('Bord & Stol'), '00000000-0000-4000-8000-0000000000aa'),
    engine.operator.locations.apply(plan('Andra sidan'), '00000000-0000-4000-8000-0000000000bb'),
  ]);
  await engine.operator.menus.apply(location.id, menu);
  const keyFor = async (terms: { list?: boolean; scopes?: readonly Scope[]; rateLimit?: number } = {}) => {
    const { list = true, ...rest } = terms;
    const made = await engine.operator.keys.create({
      partner: 'acme',
      locationIds: list ? [location.id] : null,
      ...rest,
    });
    return made.key;
  };
  const errors: unknown[] = [];
  const api = createPartnerApi({ onError: (error) => errors.push(error), ...options, engine });
  const key = await keyFor({ rateLimit: 1000 });

  const ask = checkedFetch(createTrafficCheck(), api.fetch);

  /** Calls below the base path, with the runtime's key unless `key` is given (null: none). */
  function call(path: string, init: Omit<RequestInit, 'headers'> & CallOptions = {}): Promise<Response> {
    const { key: given = key, headers, ...rest } = init;
    const all = new Headers(headers);
    if (given !== null) all.set('authorization', `Bearer ${given}`);
    return ask(`http://bord.test${BASE}${path}`, { ...rest, headers: all });
  }

  /** Posts JSON. */
  function post(path: string, body: unknown, init: CallOptions = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...init.headers };
    return call(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
  }

  return { engine, storage, clock, api, location, other, key, keyFor, call, post, errors };
}

interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A valid booking request. */
export const booking = (more: object = {}): object => ({
  startsAt: '2026-12-02T18:00:00Z',
  partySize: 2,
  name: 'Astrid',
  email: 'astrid@example.se',
  ...more,
});
