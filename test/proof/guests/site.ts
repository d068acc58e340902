/** A restaurant with a booking page on a storage, behind a socket: guests, a partner and a member of staff send it requests. */
import { createPartnerApi } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import {
  type BookingPage,
  createEngine,
  definePlan,
  type Engine,
  type LocationPlan,
  type Mailer,
} from '@bord/engine';
import type { DiaryRow } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { listening } from '../../support/listening.ts';
import { signedIn, tokenIn } from '../../support/signed-in.ts';
import type { StorageKind } from '../../support/storages.ts';

export const { LOCATION_ID } = fixtures;
export const ALIAS = 'sjobaren';
/** 2026-12-01T08:00:00Z, a Tuesday. */
const NOW_MS = Date.UTC(2026, 11, 1, 8);
const DAY_MS = 86_400_000;

const areas = [
  { id: 'terrace', name: 'Terrassen' },
  { id: 'hall', name: 'Salen' },
];

export const TABLES = 12;

/** Twelve tables, each day from 17 to 23. */
export function planWith(bookingPage: Partial<BookingPage>): LocationPlan {
  const tables = Array.from({ length: TABLES }, (_, i) => ({
    id: `T${i}`,
    seatsMin: i % 3 === 0 ? 2 : 1,
    seatsMax: i % 3 === 0 ? 4 : 2,
    area: areas[i % 2]!.id,
  }));
  return definePlan({
    name: 'Sjöbaren',
    alias: ALIAS,
    timeZone: 'UTC',
    areas,
    tables,
    combinations: [{ tables: ['T1', 'T5'], seatsMin: 3, seatsMax: 4 }],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
    horizonDays: 365,
    bookingPage: { areas: 'choose', ...bookingPage },
  });
}

/** The date so many days after today. */
export function dateAfter(days: number): string {
  return new Date(NOW_MS + days * DAY_MS).toISOString().slice(0, 10);
}

export interface Answer {
  readonly status: number;
  /** Of a redirect, or else empty. */
  readonly location: string;
  readonly text: string;
}

export type Fields = Readonly<Record<string, string>>;

export interface Site {
  readonly engine: Engine;
  /** A request of a guest with this IP address; with fields it is a form. */
  guest(address: string, path: string, fields?: Fields): Promise<Answer>;
  /** A request of the partner, with a body to be sent as JSON. */
  partner(path: string, body: object): Promise<Answer>;
  /** The form of a new booking at the console. */
  staff(fields: Fields): Promise<Answer>;
  /** The path of the link in the latest e-mail of the booking page to this address. */
  mailedLink(email: string): Promise<string>;
  /** Of all e-mails so far. */
  recipients(): Promise<readonly string[]>;
  rows(): Promise<readonly DiaryRow[]>;
  nowMs(): number;
  /** Time passes: holds expire. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

type Message = Parameters<Mailer['send']>[0];

/** Sends a request; with a body it is a POST. A redirect is not followed. */
export async function answerOf(
  url: string,
  headers: Fields,
  body?: string | URLSearchParams,
): Promise<Answer> {
  const init = { headers, redirect: 'manual', ...(body !== undefined && { method: 'POST', body }) } as const;
  const answer = await fetch(url, init);
  const location = answer.headers.get('location') ?? '';
  return { status: answer.status, location, text: await answer.text() };
}

/** Each guest comes from the IP address that a trusted proxy names. */
export async function openSite({ open }: StorageKind, bookingPage: Partial<BookingPage>): Promise<Site> {
  let nowMs = NOW_MS;
  const clock = { nowMs: () => nowMs };
  const opened = await open(clock);
  const sent: Message[] = [];
  const mailer: Mailer = {
    isLocal: true,
    send: async (message) => void sent.push(message),
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const { storage } = opened;
  const engine = createEngine({ storage, clock, mailer, secretKeys: [new Uint8Array(32).fill(42)] });
  await engine.operator.locations.apply(planWith(bookingPage), LOCATION_ID);
  const locationIds = [LOCATION_ID];
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds, rateLimit: 1_000_000 });
  const member = { name: 'Ida', email: 'ida@example.com', role: 'host', locationId: LOCATION_ID } as const;
  const { session } = await signedIn(engine, member);
  const api = createPartnerApi({ engine });
  const { port, url, close } = await listening(api.listener);
  mountPages({
    api,
    engine,
    demoLocationId: null,
    publicUrl: () => url,
    mailFrom: 'a@b.se',
    bookingPage: true,
    console: true,
    trustedProxies: ['127.0.0.1'],
    nowMs: clock.nowMs,
  });

  const ask = (path: string, headers: Fields, body?: string | URLSearchParams): Promise<Answer> =>
    answerOf(url + path, headers, body);
  const form = (fields?: Fields): URLSearchParams | undefined => fields && new URLSearchParams(fields);
  const asMember = { cookie: `bord_session_${port}=${session}`, 'sec-fetch-site': 'same-origin' };
  const newBooking = `/console/${LOCATION_ID}/new`;
  const token = tokenIn((await ask(newBooking, asMember)).text);

  return {
    engine,
    guest: (address, path, fields) => ask(path, { 'x-forwarded-for': address }, form(fields)),
    partner: (path, body) =>
      ask(
        `/v1/partner-api/locations/${LOCATION_ID}${path}`,
        { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        JSON.stringify(body),
      ),
    staff: (fields) => ask(newBooking, asMember, form({ token, ...fields })),
    async mailedLink(email) {
      await engine.background.deliverDue();
      const tokens = sent.flatMap((one) => ('alias' in one && one.to === email ? [one.token] : []));
      return `/book/${ALIAS}/link/${tokens.at(-1)}`;
    },
    async recipients() {
      await engine.background.deliverDue();
      return sent.flatMap((one) => ('to' in one ? [one.to] : []));
    },
    rows: () => storage.bookings.list(LOCATION_ID),
    nowMs: clock.nowMs,
    async pass(ms) {
      nowMs += ms;
      await opened.pass(ms);
    },
    async close() {
      await close();
      engine.detach();
      await opened.close();
    },
  };
}

/** The times that a page offers. */
export function offeredOn(page: string): readonly string[] {
  return [...page.matchAll(/name="start" value="([^"]+)"/g)].map(([, start]) => start!);
}
