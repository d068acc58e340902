/** A restaurant with its console on one storage and one or more servers, and people who are signed in at them. */
import { createPartnerApi, type HttpServer, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import {
  type Booking,
  BookingError,
  createEngine,
  type CreateOptions,
  type Engine,
  type EngineOptions,
  type LocationPlan,
  type Role,
  type Storage,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signedIn } from '../support/signed-in.ts';
import { type StorageKind, storages } from '../support/storages.ts';
import { openProfile } from './browser.ts';

export const { LOCATION_ID } = fixtures;
/** 2026-12-04, a Friday, at six in Stockholm. */
export const SIX_MS = Date.UTC(2026, 11, 4, 17);
export const MINUTE_MS = 60_000;
export const HERE = `/console/${LOCATION_ID}`;

/** Five tables, two of which can be joined; parties stay ninety minutes, and come every quarter. */
const PLAN: LocationPlan = fixtures.aPlan({
  name: 'Sjöbaren',
  timeZone: 'Europe/Stockholm',
  freezeMinutes: 0,
  turnTimes: [{ partyMax: null, turnMinutes: 90 }],
  servicePeriods: [
    fixtures.aPeriod({ name: 'dinner', opensMinute: 17 * 60, closesMinute: 23 * 60, slotStepMinutes: 15 }),
  ],
  floorPlan: {
    tables: [
      fixtures.aTable('W1', { seatsMax: 2, area: 'window' }),
      fixtures.aTable('W2', { seatsMax: 2, area: 'window' }),
      fixtures.aTable('T4', { seatsMax: 4, area: 'hall' }),
      fixtures.aTable('T5', { seatsMax: 4, area: 'hall' }),
      fixtures.aTable('T6', { seatsMin: 2, seatsMax: 6, area: 'hall' }),
    ],
    combinations: [{ tables: ['T4', 'T5'], seatsMin: 5, seatsMax: 8 }],
    wastedSeatsMax: null,
  },
});

export interface ConsoleRuntime {
  /** One a server. */
  readonly engines: readonly Engine[];
  readonly servers: readonly HttpServer[];
  /** Errors of the servers. */
  readonly faults: readonly unknown[];
  /** From now on the database answers, or does not. */
  answers(isThere: boolean): void;
  /** Lets time pass for a storage with its own clock. */
  pass(ms: number): Promise<void>;
  /** Stops a server, and starts it again at the same address. */
  restart(server?: number): { readonly stopped: Promise<void>; start(): Promise<void> };
  booked(minutes: number, name: string, partySize: number, options?: CreateOptions): Promise<Booking>;
  read(id: string): Promise<Booking>;
  all(): Promise<readonly Booking[]>;
  /** The token of a new session. */
  sessionOf(name: string, role: Role): Promise<string>;
  /** Opens the day in a browser of somebody who works here. */
  opened(browser: Browser, name: string, given?: Opening): Promise<OpenedDay>;
}

interface Opening {
  readonly server?: number;
  readonly role?: Role;
  readonly path?: string;
  readonly options?: BrowserContextOptions;
}

interface OpenedDay {
  readonly page: Page;
  readonly url: string;
  /** The token of the person's session. */
  readonly session: string;
  /** Errors in the browser's console. */
  readonly complaints: readonly string[];
}

export interface ConsoleOptions {
  readonly kind?: StorageKind;
  readonly serverCount?: number;
  readonly clock?: { nowMs(): number };
  readonly ports?: Partial<EngineOptions>;
}

/** The owner closes it. */
export async function startConsole({
  kind = storages[0]!,
  serverCount = 1,
  clock = { nowMs: () => SIX_MS },
  ports = {},
}: ConsoleOptions = {}): Promise<ConsoleRuntime & { close(): Promise<void> }> {
  const opened = await kind.open(clock, { isDueByClock: true });
  const profiles: BrowserContext[] = [];
  const faults: unknown[] = [];
  const database = { isThere: true };
  const engines: Engine[] = [];
  const servers: HttpServer[] = [];
  const serve = async (n: number, port = 0): Promise<void> => {
    const engine = engines[n]!;
    const api = createPartnerApi({ engine, onError: (error) => void faults.push(error) });
    mountPages({
      api,
      engine,
      demoLocationId: null,
      console: true,
      publicUrl: () => servers[n]!.url,
      mailFrom: 'Bord <no-reply@bord.example>',
      nowMs: clock.nowMs,
    });
    servers[n] = await serveHttp({ api, port });
  };
  for (let n = 0; n < serverCount; n++) {
    const storage = n === 0 ? opened.storage : await opened.reopen();
    engines[n] = createEngine({
      storage: interruptible(storage, database),
      clock,
      secretKeys: [new Uint8Array(32).fill(42)],
      ...ports,
    });
    await serve(n);
  }
  await engines[0]!.operator.locations.apply(PLAN, LOCATION_ID);
  const sessionOf = async (name: string, role: Role): Promise<string> => {
    const email = `${name.toLowerCase()}@sjobaren.example`;
    const [engine] = engines;
    return (await signedIn(engine!, { email, name, role, locationId: LOCATION_ID })).session;
  };
  return {
    engines,
    servers,
    faults,
    answers: (isThere) => void (database.isThere = isThere),
    sessionOf,
    pass: opened.pass,
    restart(n = 0) {
      const { port } = servers[n]!;
      return { stopped: servers[n]!.close(0), start: () => serve(n, port) };
    },
    async booked(minutes, name, partySize, options) {
      const request = {
        startMs: SIX_MS + minutes * MINUTE_MS,
        partySize,
        guest: { name, phone: '+46 70 123 45 67' },
      };
      const made = await engines[0]!.operator.at(LOCATION_ID).bookings.create(request, options);
      if (made.kind === 'refused') throw new Error(`${name}: ${made.reason}`);
      return made.booking;
    },
    read: (id) => engines[0]!.operator.bookings.read(id),
    all: () => engines[0]!.operator.at(LOCATION_ID).bookings.list(),
    async opened(
      browser,
      name,
      { server = 0, role = 'host', path = `${HERE}?view=timeline`, options = {} } = {},
    ) {
      const { url, port } = servers[server]!;
      const session = await sessionOf(name, role);
      const profile = await openProfile(browser, { viewport: { width: 1280, height: 800 }, ...options });
      profiles.push(profile);
      await profile.addCookies([
        { name: `bord_session_${port}`, value: session, url },
        { name: `bord_language_${port}`, value: 'en', url },
      ]);
      const page = await profile.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(`${error}`));
      await page.goto(url + path);
      return { page, url, session, complaints };
    },
    async close() {
      await Promise.all(profiles.map((profile) => profile.close()));
      database.isThere = true;
      for (const server of servers) await server.close(0);
      for (const engine of engines) engine.detach();
      await opened.close();
    },
  };
}

/** A storage that can be cut off: it then rejects each call, and still sends its invalidations. */
function interruptible(storage: Storage, database: { readonly isThere: boolean }): Storage {
  const cut = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === 'function')
          return (...args: unknown[]): unknown => {
            if (!database.isThere && name !== 'subscribe')
              return Promise.reject(new BookingError('unavailable', 'cut off'));
            return Reflect.apply(value, target, args);
          };
        return typeof value === 'object' && value !== null ? cut(value) : value;
      },
    });
  return cut(storage);
}
