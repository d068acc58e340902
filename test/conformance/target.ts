/** A sound server to be tried: the demo restaurant with a closed day, and every key that the kit can be given. */
import { checkConformance, type ConformanceReport, type ConformanceSettings } from '@bord/cli';
import { createPartnerApi, type PartnerApi } from '@bord/adapter-http';
import { type ApiKeyRequest, type Clock, createEngine, type Engine, type LocationPlan } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { setImmediate as turn } from 'node:timers/promises';
import type { OpenStorage } from '../support/storages.ts';
import { BASE, DEMO_ID, demoPlan } from '../support/world.ts';

export type Serve = (request: Request) => Promise<Response>;

/** Turns a sound server into a wrong one. */
export type Fault = (serve: Serve, target: Target) => Serve;

export interface Target {
  readonly engine: Engine;
  readonly serve: Serve;
  readonly listener: PartnerApi['listener'];
  /** Time advances only while the kit sleeps, or a fault delays. */
  readonly clock: { nowMs(): number; sleep(ms: number): Promise<void>; pass(ms: number): void };
  readonly keys: ConformanceSettings['keys'];
  /** A booking that is a no-show. */
  readonly endedBooking: string;
}

const ELSEWHERE_ID = '00000000-0000-4000-8000-00000000d399';
const START_MS = Date.UTC(2026, 11, 1, 8);
/** The limit of the run's key: more than a run needs, so that it never waits. */
const RATE_LIMIT = 80;
const CLOSED = '2027-01-06';

type Opened = Pick<OpenStorage, 'storage' | 'pass'>;

const inMemory = (clock: Clock): Opened => ({ storage: memoryStorage(clock), pass: async () => undefined });

export async function openTarget(
  plan: Partial<LocationPlan> = {},
  open: (clock: Clock) => Opened | Promise<Opened> = inMemory,
): Promise<Target> {
  let nowMs = START_MS;
  const clock: Target['clock'] = {
    nowMs: () => nowMs,
    pass: (ms) => void (nowMs += ms),
    async sleep(ms) {
      nowMs += ms;
      await pass(ms);
      await turn();
    },
  };
  const { storage, pass } = await open(clock);
  const engine = createEngine({ storage, clock });
  const closures = [{ id: 'c', from: CLOSED, to: CLOSED, reason: null }];
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  await engine.operator.locations.apply({ ...demoPlan, name: 'Elsewhere' }, ELSEWHERE_ID);
  await engine.operator.menus.apply(DEMO_ID, {
    currency: 'SEK',
    categories: [
      {
        id: 'c1',
        name: 'Förrätter',
        description: null,
        items: [{ id: 'i1', name: 'Sill', description: null, priceOre: 14_500, tags: ['fish'] }],
      },
    ],
  });
  const api = createPartnerApi({ engine });
  const given = await credentials(engine);
  await engine.operator.locations.apply({ ...demoPlan, closures, ...plan }, DEMO_ID);
  return { engine, serve: api.fetch, listener: api.listener, clock, ...given };
}

async function credentials(engine: Engine): Promise<Pick<Target, 'keys' | 'endedBooking'>> {
  const keyOf = async (given: Partial<ApiKeyRequest>): Promise<string> =>
    (
      await engine.operator.keys.create({
        partner: 'acme',
        locationIds: [DEMO_ID],
        rateLimit: RATE_LIMIT,
        ...given,
      })
    ).key;
  const keys = {
    key: await keyOf({}),
    'second-key': await keyOf({ partner: 'other' }),
    'elsewhere-key': await keyOf({ locationIds: [ELSEWHERE_ID] }),
    'unlisted-key': await keyOf({ locationIds: null }),
    'read-only-key': await keyOf({ scopes: ['availability:read', 'bookings:read', 'menu:read'] }),
  };
  const caller = await engine.authenticate(keys.key);
  const outcome = await engine
    .partner(caller)
    .createBooking(DEMO_ID, fixtures.aRequest(START_MS + 4 * 3_600_000));
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  await engine.operator.bookings.markNoShow(outcome.booking.id);
  return { keys, endedBooking: outcome.booking.id };
}

/** Runs the kit with all that it can be given, but for events. */
export function check(
  target: Target,
  fault: Fault = (serve) => serve,
  more: Partial<ConformanceSettings> = {},
): Promise<ConformanceReport> {
  const { keys, endedBooking, clock } = target;
  const given = { keys, endedBooking, sandbox: true, added: true, rateLimit: true, ...more } as const;
  const around = { fetch: fault(target.serve, target), clock };
  return checkConformance({ baseUrl: `http://127.0.0.1${BASE}`, locationId: DEMO_ID, ...given }, around);
}

/** The ids of the rules with some outcomes, sorted. */
export function idsOf(report: ConformanceReport, ...outcomes: readonly string[]): string[] {
  return report.rules
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ id }) => id)
    .toSorted();
}
