/**
 * A complete server: the demo restaurant of §8 behind the partner API, on each storage. A test runs in every world, each with an empty database.
 * Every answer is checked against the OpenAPI document.
 */
import { createPartnerApi } from '@bord/adapter-http';
import {
  type Clock,
  createEngine,
  type Engine,
  type LocationPlan,
  type MadeApiKey,
  type Storage,
  type ApiKeyRequest,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { test } from 'vitest';
import { createTrafficCheck } from './openapi-traffic.ts';
import { type OpenStorage, type StorageKind, storages } from './storages.ts';

export const DEMO_ID = '00000000-0000-4000-8000-00000000d311';
export const BASE = '/v1/partner-api';

/** 2026-12-01T08:00:00Z, a Tuesday: nine in Stockholm, two hours before the demo restaurant opens. */
const NOW_MS = Date.UTC(2026, 11, 1, 8);
export const TODAY = '2026-12-01';

/** The tables and hours of §8. */
export const demoPlan: LocationPlan = fixtures.aPlan({
  name: 'Demo',
  horizonDays: 365,
  floorPlan: {
    tables: [
      fixtures.aTable('T1', { seatsMin: 1, seatsMax: 2 }),
      fixtures.aTable('T2', { seatsMin: 2, seatsMax: 4 }),
      fixtures.aTable('T3', { seatsMin: 4, seatsMax: 6, area: 'window' }),
      fixtures.aTable('T4', { seatsMin: 1, seatsMax: 2, area: 'bar' }),
    ],
    combinations: [],
    wastedSeatsMax: null,
  },
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what arrives is what the test is about
  readonly body: any;
}

interface Ask {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

/** For tests that do not depend on the storage. */
export const IN_MEMORY: readonly StorageKind[] = storages.slice(0, 1);

export interface World {
  readonly name: string;
  readonly engine: Engine;
  readonly storage: Storage;
  /** A key of the partner `acme` for the demo location, all scopes, as good as unlimited. */
  readonly key: string;
  readonly clock: { nowMs(): number; pass(ms: number): Promise<void> };
  /** The clock of the storage's own times, which advances with the test's. */
  readonly storageClock: Clock;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string, key?: string): Promise<Answer>;
  post(path: string, body?: unknown, key?: string): Promise<Answer>;
  makeKey(given?: Partial<ApiKeyRequest>): Promise<MadeApiKey>;
}

/** A well-formed request for two at 19:00 in Stockholm, {@link TODAY}. */
export const aRequest = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  startsAt: '2026-12-01T18:00:00Z',
  partySize: 2,
  name: 'Alva Lind',
  email: 'alva@example.com',
  ...given,
});

export const bookingsPath = `/locations/${DEMO_ID}/bookings`;
export const availabilityPath = (date: string, partySize: number | string): string =>
  `/locations/${DEMO_ID}/availability?date=${date}&partySize=${partySize}`;

/** Runs a test in every world. Its title begins with the rule that it holds. */
export function inEveryWorld(
  title: string,
  run: (world: World) => Promise<void>,
  kinds: readonly StorageKind[] = storages,
): void {
  for (const { name, open } of kinds) {
    test(`${title} [${name}]`, async () => {
      let nowMs = NOW_MS;
      const opened = await open({ nowMs: () => nowMs });
      const { storage } = opened;
      const clock = {
        nowMs: () => nowMs,
        async pass(ms: number) {
          nowMs += ms;
          await opened.pass(ms);
        },
      };
      const engine = createEngine({ storage, clock });
      const api = createPartnerApi({ engine });
      const send: Send = async (method, path, init) =>
        api.fetch(new Request(`http://bord.test${path}`, { ...init, method }));
      try {
        await run(await worldOf(name, engine, opened, clock, send));
      } finally {
        engine.detach();
        await opened.close();
      }
    });
  }
}

type Send = (method: string, path: string, init: RequestInit) => Promise<Response>;
async function worldOf(
  name: string,
  engine: Engine,
  { storage, ownClock }: OpenStorage,
  clock: World['clock'],
  send: Send,
): Promise<World> {
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  const makeKey: World['makeKey'] = (given = {}) =>
    engine.operator.keys.create({ partner: 'acme', locationIds: [DEMO_ID], rateLimit: 1_000_000, ...given });
  const { key: usual } = await makeKey();
  const check = createTrafficCheck();

  const call: World['call'] = async (method, path, { key, headers = {}, body } = {}) => {
    const sent: Record<string, string> = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    };
    const init: RequestInit = { headers: sent };
    if (body !== undefined) {
      sent['content-type'] ??= 'application/json';
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const whole = path.startsWith('/v1/') || path.startsWith('//') ? path : BASE + path;
    const response = await send(method, whole, init);
    const { status, headers: received } = response;
    const text = await response.text();
    check({ method, path: whole, sent: init.body, status, headers: received, text });
    return { status, headers: received, text, body: parsed(text) };
  };
  return {
    name,
    engine,
    storage,
    key: usual,
    clock,
    storageClock: ownClock,
    call,
    get: (path, key = usual) => call('GET', path, { key }),
    post: (path, body, key = usual) => call('POST', path, { key, ...(body === undefined ? {} : { body }) }),
    makeKey,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Limits of a storage to which many processes open their connections at once, on a busy machine. */
export const PATIENT = { connectMs: 20_000 };
