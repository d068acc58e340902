/** The demo restaurant of a server, for the examples of the OpenAPI document. */
import { fileURLToPath } from 'node:url';
import { createPartnerApi } from '@bord/adapter-http';
import { openSourceFile, readLocationFile, readMenuFile } from '@bord/cli';
import {
  type ApiKeyRequest,
  createEngine,
  definePolicy,
  type Engine,
  type LocationPlan,
  reject,
  type Storage,
} from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { checkedFetch, createTrafficCheck } from '../../support/openapi-traffic.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';

export interface Demo {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly api: ReturnType<typeof createPartnerApi>;
  /** The plan of the demo location. */
  readonly plan: LocationPlan;
  /** Of the partner `hotel-nord`, with all scopes. */
  readonly key: string;
  readonly clock: { ms: number; nowMs(): number };
  /** From now on a policy rejects every request. */
  rejectAll(): void;
  keyFor(given?: Partial<ApiKeyRequest>): Promise<string>;
  /** Asks the API, below its base path. */
  ask(method: string, path: string, given?: Asking): Promise<DemoResponse>;
}

export interface Asking {
  /** Null for none. */
  readonly key?: string | null;
  /** In addition to the key's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string unchanged. */
  readonly body?: unknown;
}

export interface DemoResponse {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what arrives is what the test is about
  readonly body: any;
}

/** The time of the examples: the day before their bookings. */
const NOW_MS = Date.parse('2026-11-30T09:12:44.120Z');

export async function openDemo(): Promise<Demo> {
  const clock = { ms: NOW_MS, nowMs: () => clock.ms };
  const storage = memoryStorage(clock);
  let isRejecting = false;
  const members = definePolicy({
    id: 'members',
    load: () => ({ facts: null, cacheKey: '' }),
    decide: () => (isRejecting ? reject({ reason: 'policy', message: 'Only members can book.' }) : undefined),
  });
  const engine = createEngine({ storage, clock, policies: [members] });
  const file = (name: string) =>
    openSourceFile(fileURLToPath(new URL(`../../../packages/cli/data/${name}`, import.meta.url)));
  const { plan } = readLocationFile(await file('demo-location.yaml'));
  await engine.operator.locations.apply(plan, DEMO_ID);
  await engine.operator.menus.apply(DEMO_ID, readMenuFile(await file('demo-menu.yaml')));
  const keyFor: Demo['keyFor'] = async (given = {}) =>
    (
      await engine.operator.keys.create({
        partner: 'hotel-nord',
        locationIds: [DEMO_ID],
        rateLimit: 10_000,
        ...given,
      })
    ).key;
  const usual = await keyFor();
  const api = createPartnerApi({ engine, onError: () => undefined });
  const fetch = checkedFetch(createTrafficCheck(), api.fetch);

  const ask: Demo['ask'] = async (method, path, { key = usual, headers: more = {}, body } = {}) => {
    const headers = new Headers(more);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      headers.set('content-type', 'application/json');
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const response = await fetch(`http://bord.test${BASE}${path}`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    engine,
    storage,
    api,
    plan,
    key: usual,
    clock,
    keyFor,
    ask,
    rejectAll: () => (isRejecting = true),
  };
}
