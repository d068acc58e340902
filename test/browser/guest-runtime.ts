/** A restaurant with everything that its guests and its developers see: a real server, a real database, and mails that arrive. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPartnerApi, type RequestRecord, serveHttp } from '@bord/adapter-http';
import { createMailer } from '@bord/adapter-http/mail';
import { mountPages, type PagesOptions } from '@bord/adapter-http/pages';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { type Booking, createEngine, type Engine, type LocationPlan, type Mailer } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import PostalMime, { type Email } from 'postal-mime';
import { onTestFinished } from 'vitest';
import { demoPlan, DEMO_ID } from '../support/world.ts';

/** 2026-12-01T08:00:00Z, a Tuesday: nine in Stockholm. */
export const NOW_MS = Date.UTC(2026, 11, 1, 8);
export const HOUR_MS = 3_600_000;

const FROM = 'Bord <no-reply@bord.example>';
export const LOCATION_ID = fixtures.LOCATION_ID;

/** Tests click faster than guests. */
const WIDE = { perToken: 10_000, perAddress: 10_000, windowMs: 60_000 };

/** A restaurant in which the guest of {@link GuestRuntime.book} can move and cancel. */
export const restaurantPlan: LocationPlan = {
  ...demoPlan,
  name: 'Sjöbaren',
  contact: {
    address: 'Strandvägen 1, 114 56 Stockholm',
    phone: '08-123 45 67',
    email: 'hej@sjobaren.example.se',
  },
};

export interface GuestRuntime {
  readonly url: string;
  readonly engine: Engine;
  /** The folder with the database. */
  readonly folder: string;
  /** Of the partner `hotel-nord`, for the restaurant and the demo restaurant. */
  readonly key: string;
  /** The log's request records. */
  readonly records: readonly RequestRecord[];
  /** Errors of the server. */
  readonly faults: readonly unknown[];
  readonly clock: { nowMs(): number; pass(ms: number): void };
  /** Calls the partner API. */
  api(method: string, path: string, body?: object, key?: string): Promise<Response>;
  /** Books through the API for two at 19:00 on Friday 4 December, unless `given` differs. */
  book(given?: Record<string, unknown>): Promise<Booking>;
  /** The link in a mail about a booking. */
  linkOf(booking: Booking): Promise<string>;
  /** An unread e-mail to an address; rejects after half a minute. */
  mailTo(address: string, isWanted?: (mail: Email) => boolean): Promise<Email>;
  /** Makes the storage fail from now on. */
  breakStorage(): Promise<void>;
  close(): Promise<void>;
}

export interface GuestRuntimeOptions {
  readonly plan?: Partial<LocationPlan>;
  readonly pages?: Partial<PagesOptions>;
}

export async function openGuestRuntime({ plan, pages }: GuestRuntimeOptions = {}): Promise<GuestRuntime> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-guests-'));
  const mailFolder = join(folder, 'mail');
  const openedMs = Date.now();
  let aheadMs = 0;
  const clock = { nowMs: () => NOW_MS + aheadMs + (Date.now() - openedMs) };
  const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true, clock });
  let url = '';
  let opened: Mailer | undefined;
  const open = (): Mailer =>
    (opened ??= createMailer({
      transport: { kind: 'folder', path: mailFolder },
      from: FROM,
      publicUrl: url,
      nowMs: clock.nowMs,
    }));
  const webhooks = createWebhookSender({ allowPrivate: true });
  const engine = createEngine({
    storage,
    clock,
    webhooks,
    mailer: {
      isLocal: true,
      send: (message) => open().send(message),
      erase: (email) => open().erase(email),
      purge: (writtenBeforeMs) => open().purge(writtenBeforeMs),
      close: async () => opened?.close(),
    },
    secretKeys: [new Uint8Array(32).fill(42)],
  });
  await engine.operator.locations.apply({ ...restaurantPlan, ...plan }, LOCATION_ID);
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  const { key } = await engine.operator.keys.create({
    partner: 'hotel-nord',
    locationIds: [LOCATION_ID, DEMO_ID],
    rateLimit: 1_000_000,
  });

  const records: RequestRecord[] = [];
  const faults: unknown[] = [];
  const api = createPartnerApi({
    engine,
    onRequest: (record) => void records.push(record),
    onError: (error) => void faults.push(error),
  });
  mountPages({
    api,
    engine,
    demoLocationId: DEMO_ID,
    publicUrl: () => url,
    mailFrom: FROM,
    limits: WIDE,
    nowMs: clock.nowMs,
    ...(pages?.consoleDemo && { mailFolder }),
    ...pages,
  });
  const server = await serveHttp({ api });
  url = server.url;
  const worker = engine.background.startDelivering();
  const mailTo = mailbox(mailFolder);

  const call: GuestRuntime['api'] = (method, path, body, by = key) =>
    fetch(`${url}/v1/partner-api${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  return {
    url,
    engine,
    folder,
    key,
    records,
    faults,
    clock: { ...clock, pass: (ms) => void (aheadMs += ms) },
    api: call,
    async book(given = {}) {
      const response = await call('POST', `/locations/${LOCATION_ID}/bookings`, {
        startsAt: '2026-12-04T18:00:00Z',
        partySize: 2,
        name: 'Astrid Lindqvist',
        email: 'astrid@example.se',
        ...given,
      });
      const { id } = (await response.json()) as { id: string };
      if (response.status !== 201) throw new Error(`not booked: ${response.status}`);
      return engine.operator.bookings.read(id);
    },
    async linkOf({ id, guest }) {
      const mail = await mailTo(guest.email!, ({ text }) => text?.includes(`/manage/${id}.`) === true);
      return linkIn(mail, 'manage');
    },
    mailTo,
    async breakStorage() {
      await worker.stop();
      await storage.close();
    },
    async close() {
      await worker.stop();
      await server.close(0);
      engine.detach();
      await webhooks.close();
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A restaurant that is closed at the end of the test. */
export async function aGuestRuntime(options: GuestRuntimeOptions = {}): Promise<GuestRuntime> {
  const runtime = await openGuestRuntime(options);
  onTestFinished(() => runtime.close());
  return runtime;
}

/** The link in a mail: the same in text and HTML. */
export function linkIn({ text, html }: Email, kind: 'manage' | 'waitlist' | 'sandbox'): string {
  const pattern = new RegExp(`https?://[^/\\s"]+/${kind}/\\w+\\.[\\w-]{43}(?![\\w-])`);
  const link = pattern.exec(text ?? '')?.[0];
  if (link === undefined || pattern.exec(html ?? '')?.[0] !== link) throw new Error(`no link in ${text}`);
  return link;
}

function mailbox(folder: string): GuestRuntime['mailTo'] {
  const read = new Set<string>();
  return async (address, isWanted = () => true) => {
    for (let attempt = 0; attempt < 1500; attempt++) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((it) => it.endsWith('.eml') && !read.has(it)).toSorted()) {
        const mail = await PostalMime.parse(await readFile(join(folder, name)));
        if (mail.to?.[0]?.address !== address || !isWanted(mail)) continue;
        read.add(name);
        return mail;
      }
      await delay(20);
    }
    throw new Error(`no mail to ${address}`);
  };
}
