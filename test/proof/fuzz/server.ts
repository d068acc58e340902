/** A server for requests at random: the demo restaurant of §8 on a storage, behind a socket, with keys of every kind. */
import { createPartnerApi } from '@bord/adapter-http';
import { type ApiKeyRequest, createEngine } from '@bord/engine';
import { timeOnServiceDate } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import { listening } from '../../support/listening.ts';
import type { StorageKind } from '../../support/storages.ts';
import { type CallerName, type Draft, isKnownId, type KnownId } from './requests.ts';
import { LOCATION_ID, NOW_MS } from './values.ts';

export const BASE = '/v1/partner-api';
const OTHER_ID = '00000000-0000-4000-8000-00000000d319';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The text of the body; null for none. */
  readonly body: string | null;
  readonly key: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Send = (sent: Sent) => Promise<Answer>;

export interface FuzzedServer {
  readonly name: string;
  readonly send: Send;
  /** The request of a draft, with ids of earlier answers. */
  resolve(draft: Draft): Sent;
  /** Keeps the ids of an answer; some bookings are then completed by the restaurant. */
  learn(draft: Draft, answer: Answer): Promise<void>;
  /** The cursor was answered. */
  isIssued(cursor: string): boolean;
  /** Lets time pass: holds and offers expire. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const table = (id: string, seatsMin: number, seatsMax: number) => fixtures.aTable(id, { seatsMin, seatsMax });

/** The tables and hours of §8. */
const plan = fixtures.aPlan({
  name: 'Demo',
  horizonDays: 365,
  floorPlan: {
    tables: [table('T1', 1, 2), table('T2', 2, 4), table('T3', 4, 6), table('T4', 1, 2)],
    combinations: [],
    wastedSeatsMax: null,
  },
});

/** The instant of a time on the clock of the location, on the service date of a request. */
export const instantOnDate = (date: string, clock: string): number =>
  timeOnServiceDate(plan, date, clock) ?? Number.NaN;

const KEYS: Readonly<Record<Exclude<CallerName, 'none' | 'wrong'>, Partial<ApiKeyRequest>>> = {
  usual: {},
  second: {},
  foreign: { partner: 'other' },
  unlisted: { locationIds: null },
  elsewhere: { locationIds: [OTHER_ID] },
  menu: { scopes: ['menu:read'] },
  slow: { rateLimit: 1 },
};

/** Every so many bookings one is completed. */
const COMPLETED_EVERY = 12;

export async function openServer({ name, open }: StorageKind): Promise<FuzzedServer> {
  let nowMs = NOW_MS;
  const opened = await open({ nowMs: () => nowMs });
  const engine = createEngine({ storage: opened.storage, clock: { nowMs: () => nowMs } });
  await engine.operator.locations.apply(plan, LOCATION_ID);
  await engine.operator.locations.apply(plan, OTHER_ID);
  await engine.operator.menus.apply(LOCATION_ID, { currency: 'SEK', categories: [] });
  const keys: Record<string, string | null> = { none: null, wrong: 'bord_live_wrong' };
  for (const [caller, given] of Object.entries(KEYS)) {
    const request = { partner: 'acme', locationIds: [LOCATION_ID], rateLimit: 1_000_000, ...given };
    keys[caller] = (await engine.operator.keys.create(request)).key;
  }
  const { listener } = createPartnerApi({ engine, onError: () => undefined }); // a violation says it
  const server = await listening(listener);

  const ids: Record<string, string[]> = { bookingId: [], holdId: [], waitingId: [], cursor: [] };
  const idOf = ({ known, pick }: KnownId): string =>
    ids[known]?.at(-1 - (pick % ids[known].length)) ?? 'none';
  const resolved = (value: string | KnownId): string => (isKnownId(value) ? idOf(value) : value);
  const learned = (kind: string, id: unknown): boolean =>
    typeof id === 'string' && !ids[kind]!.includes(id) && ids[kind]!.push(id) > 0;

  return {
    name,
    async send({ method, path, body, key }) {
      const headers: Record<string, string> = {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== null && { 'content-type': 'application/json' }),
      };
      const response = await fetch(`${server.url}${path}`, { method, headers, body });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    resolve({ method, template, ids: inPath, query, body, caller }) {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, id: string) =>
        encodeURIComponent(resolved(inPath[id] ?? 'none').toWellFormed()),
      );
      const search = new URLSearchParams(
        query.map(([each, value]): [string, string] => [each, resolved(value)]),
      ).toString();
      return {
        method,
        path: BASE + path + (search && `?${search}`),
        body: typeof body === 'string' || body === null ? body : JSON.stringify(body),
        key: keys[caller] ?? null,
      };
    },
    async learn({ operation }, { status, text }) {
      if (status >= 300 || text === '') return;
      const { id, nextCursor } = JSON.parse(text) as { id?: unknown; nextCursor?: unknown };
      const kind = KIND_OF_ID[operation ?? ''];
      if (operation === 'listBookings') learned('cursor', nextCursor);
      if (kind === undefined || !learned(kind, id)) return;
      if (kind === 'bookingId' && ids['bookingId']!.length % COMPLETED_EVERY === 0)
        await engine.operator.bookings.complete(id as string);
    },
    isIssued: (cursor) => ids['cursor']!.includes(cursor),
    async pass(ms) {
      nowMs += ms;
      await opened.pass(ms);
    },
    async close() {
      await server.close();
      engine.detach();
      await opened.close();
    },
  };
}

const KIND_OF_ID: Readonly<Record<string, string>> = {
  createBooking: 'bookingId',
  confirmHold: 'bookingId',
  createHold: 'holdId',
  joinWaitlist: 'waitingId',
};
