/** The walks that are measured, each a request to `bord serve` on PostgreSQL or a delivery by `bord deliver`. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { createEngine, type Engine, type LocationPlan, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { freshDatabase } from '../support/postgres.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { signedIn } from '../support/signed-in.ts';
import { firstLine, startTraced, type Traced } from './process.ts';
import type { Figures } from './figures.ts';
import { MAP_VARIABLE, type Recording } from './recording.ts';

const { FRIDAY_MS, LOCATION_ID, aPeriod, aPlan, aTable } = fixtures;

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
const SECRET_KEY = Buffer.alloc(32, 7);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Twelve tables, open at every hour, so that a party can be seated whenever the walk is measured. */
const PLAN: LocationPlan = aPlan({
  servicePeriods: [aPeriod({ opensMinute: 0, closesMinute: 24 * 60 })],
  floorPlan: {
    tables: Array.from({ length: 12 }, (_, i) => aTable(`T${i}`)),
    combinations: [],
    wastedSeatsMax: null,
  },
});

/** One row of the table. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** The largest allowed figures. */
  readonly budget: Partial<Figures>;
  /** The row is all that an otherwise idle process did; else only what one request called. */
  readonly isWholeProcess?: true;
  /** Measures once; `nth` is a different number each time. */
  measure(installation: Installation, nth: number): Promise<Recording>;
}

export const ROWS: readonly Row[] = [
  {
    name: 'booking',
    title: 'a partner books (`POST` → 201)',
    budget: { files: 65, functions: 240, folders: 12, returns: 90 },
    measure: (installation, nth) => installation.server.record(() => installation.book(nth)),
  },
  {
    name: 'warm',
    title: 'availability, the day in memory',
    budget: { files: 25, returns: 25 },
    async measure(installation) {
      await installation.readDay(1);
      return installation.server.record(() => installation.readDay(1));
    },
  },
  {
    name: 'cold',
    title: 'availability, a cold day',
    budget: { files: 45, returns: 120 },
    measure: (installation, nth) => installation.server.record(() => installation.readDay(100 + nth)),
  },
  {
    name: 'console',
    title: 'a host seats a party at the console (`POST` → 303)',
    budget: { files: 70, returns: 110 },
    async measure(installation) {
      const seat = await installation.seatForm();
      return installation.server.record(seat);
    },
  },
  {
    name: 'webhook',
    title: 'one webhook is delivered',
    isWholeProcess: true,
    // As measured on the code of 93969de: the order of notifications moves the returns by a few.
    budget: { files: 37, functions: 131, folders: 12, returns: 54 },
    async measure(installation, nth) {
      const change = await installation.webhookOf(100 + nth);
      return installation.worker.record(change);
    },
  },
];

/** A location on a new database, a server and a worker on it, and those who ask. */
export class Installation {
  readonly server: Traced;
  readonly worker: Traced;
  readonly #engine: Engine;
  readonly #storage: Storage;
  readonly #receiver: Receiver;
  readonly #key: string;
  readonly #session: string;
  readonly #mails: string;
  #url = '';

  private constructor(parts: Parts) {
    this.server = parts.server;
    this.worker = parts.worker;
    this.#engine = parts.engine;
    this.#storage = parts.storage;
    this.#receiver = parts.receiver;
    this.#key = parts.key;
    this.#session = parts.session;
    this.#mails = parts.mails;
  }

  /** On the PostgreSQL of this run. */
  static async open(mapFile: string): Promise<Installation> {
    const database = await freshDatabase();
    await migrate(database);
    const storage = pgStorage(database);
    const engine = createEngine({ storage, secretKeys: [SECRET_KEY] });
    await engine.operator.secretKeys.confirm();
    await engine.operator.locations.apply(PLAN, LOCATION_ID);
    const { key } = await engine.operator.keys.create({
      partner: 'acme',
      locationIds: [LOCATION_ID],
      rateLimit: 1_000_000,
    });
    const receiver = await openReceiver();
    await engine.operator.webhooks.add({ partner: 'acme', url: receiver.url });
    const member = {
      name: 'Anna',
      email: 'anna@example.com',
      role: 'host',
      locationId: LOCATION_ID,
    } as const;
    const { session } = await signedIn(engine, member);
    const mails = mkdtempSync(join(tmpdir(), 'bord-walk-mails-'));
    const env = {
      [MAP_VARIABLE]: mapFile,
      BORD_DATABASE: database.url,
      BORD_SECRET_KEY: SECRET_KEY.toString('base64'),
      BORD_MAIL: `file:${mails}`,
      BORD_WEBHOOK_ALLOW_PRIVATE: '1',
      BORD_LOG: 'info',
    };
    const server = startTraced([MAIN, 'serve', '--port', '0', '--json'], env);
    const worker = startTraced([MAIN, 'deliver'], env);
    const installation = new Installation({ server, worker, engine, storage, receiver, key, session, mails });
    const [line] = await Promise.all([firstLine(server), firstLine(worker)]);
    installation.#url = (JSON.parse(line) as { readonly url: string }).url;
    for (const { child } of [server, worker])
      for (const output of [child.stdout!, child.stderr!]) output.resume();
    return installation;
  }

  /** A booking by the partner on a day that has some. */
  async book(nth: number): Promise<void> {
    const { status } = await this.#ask('POST', '/bookings', this.#bookingOf(nth));
    assert.equal(status, 201);
  }

  #bookingOf(nth: number): object {
    const startMs = FRIDAY_MS + (8 * 60 + (nth % 40) * 15) * MINUTE_MS;
    return {
      startsAt: new Date(startMs).toISOString(),
      partySize: 2,
      name: 'Alva Lind',
      email: 'alva@example.com',
      idempotencyKey: `walk-${nth}`,
    };
  }

  /** Asks for the availability of a day so long after the Friday. */
  async readDay(days: number): Promise<void> {
    const date = new Date(FRIDAY_MS + days * DAY_MS).toISOString().slice(0, 10);
    const { status } = await this.#ask('GET', `/availability?date=${date}&partySize=2`);
    assert.equal(status, 200);
  }

  #ask(method: string, path: string, body?: object): Promise<Response> {
    return this.#fetch(`/v1/partner-api/locations/${LOCATION_ID}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** A party that may sit down now; sends the form of its card that seats it. */
  async seatForm(): Promise<() => Promise<void>> {
    const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const made = await this.#engine.operator.at(LOCATION_ID).bookings.create({
      startMs: nowMs,
      partySize: 2,
      guest: { name: 'Berg' },
    });
    assert.equal(made.kind, 'booked');
    const { id } = made.booking;
    const path = `/console/${LOCATION_ID}/bookings/${id}`;
    const { port } = new URL(this.#url);
    const headers = { cookie: `bord_session_${port}=${this.#session}; bord_language_${port}=en` };
    const card = await (await this.#fetch(path, { headers })).text();
    const form = new RegExp(`<form[^>]*action="${path}/seat"[^>]*>([^]*?)</form>`).exec(card)?.[1];
    assert.ok(form, 'the card has no form to seat the party');
    const fields = [...form.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name, value]): [string, string] => [name!, value!]),
    ).toString();
    return async () => {
      const answer = await this.#fetch(`${path}/seat`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, origin: this.#url, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      assert.match(answer.headers.get('location') ?? '', /done=seated/);
      await this.#engine.operator.bookings.leave(id);
    };
  }

  /** A change that one webhook tells and no mail. */
  async webhookOf(nth: number): Promise<() => Promise<void>> {
    const before = this.#receiver.received.length;
    const response = await this.#ask('POST', '/bookings', this.#bookingOf(nth));
    const { id } = (await response.json()) as { readonly id: string };
    await this.#receiver.arrived(before + 1);
    return async () => {
      await this.#engine.operator.bookings.complete(id);
      await this.#receiver.arrived(before + 2);
    };
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(this.#url + path, init);
    // The whole answer belongs to the request.
    const bytes = await response.arrayBuffer();
    const body = bytes.byteLength > 0 ? bytes : null;
    return new Response(body, { status: response.status, headers: response.headers });
  }

  async close(): Promise<void> {
    await Promise.all([this.server.stop(), this.worker.stop(), this.#receiver.close()]);
    this.#engine.detach();
    await this.#storage.close();
    rmSync(this.#mails, { recursive: true, force: true });
  }
}

interface Parts {
  readonly server: Traced;
  readonly worker: Traced;
  readonly engine: Engine;
  readonly storage: Storage;
  readonly receiver: Receiver;
  readonly key: string;
  readonly session: string;
  readonly mails: string;
}
