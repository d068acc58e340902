/** An installation in which every text field has control characters. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { addDays, createEngine, DAY_MS, type Engine, type Storage } from '@bord/engine';
import { fixtures, steps } from '@bord/engine/testing';
import { DEMO } from './run-bord.ts';

/** ESC, CSI, OSC, C1, marks of direction, separators of lines, line feeds, zero widths, a tag, and a line that is not ours. */
export const HOSTILE =
  'Eve\u001b[2J\u001b]0;mine\u0007\u009b31m\u202e\u2066\u200e\u061c\u2028\u200b\ufeff\u{e0041}\r\nFAKE\tline';

export const LOCATION = '00000000-0000-4000-8000-0000000000e1';

export interface HostileRuntime {
  readonly env: Readonly<Record<string, string>>;
  readonly bookingId: string;
  /** The service date of the booking. */
  readonly date: string;
  /** A service date on which all tables are held, and somebody waits. */
  readonly waitedDate: string;
  readonly endpointId: string;
  readonly keyId: string;
  readonly closureId: string;
  /** Of a member of staff who is signed in at {@link LOCATION}. */
  readonly memberId: string;
  /** Answers everything with hostile words. */
  readonly url: string;
  close(): Promise<void>;
}

/** Fills the database and the files of a folder. */
export async function hostileRuntime(folder: string): Promise<HostileRuntime> {
  const server = await hostileServer();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secretKey = Buffer.alloc(32, 7);
  const env = {
    BORD_DATABASE: 'sqlite:./bord.db',
    BORD_SECRET_KEY: secretKey.toString('base64'),
    BORD_WEBHOOK_ALLOW_PRIVATE: '1',
    BORD_LOG: 'info',
  };
  const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true });
  const webhooks = createWebhookSender({ allowPrivate: true });
  const mailer = { isLocal: true, send: () => Promise.reject(new Error(HOSTILE)), erase: none, purge: none };
  const engine = createEngine({
    storage,
    webhooks,
    mailer: { ...mailer, close: async () => undefined },
    secretKeys: [secretKey],
  });
  await engine.operator.secretKeys.confirm();
  await engine.operator.locations.apply(fixtures.aPlan({ name: 'Demo' }), DEMO);
  const { location } = await engine.operator.locations.apply(hostilePlan(), LOCATION);
  const closure = await engine.operator.at(LOCATION).closures.add({
    from: '2026-12-24',
    to: '2026-12-24',
    reason: HOSTILE,
  });
  await engine.operator.menus.apply(LOCATION, hostileMenu());
  const memberId = await hostileStaff(engine, storage);
  const partner = fixtures.aCaller({ locationIds: [LOCATION] });
  const { endpoint } = await engine.operator.webhooks.add({
    partner: 'acme',
    url: `${url}/hook`,
    eventTypes: null,
    locationIds: null,
    includeGuest: true,
  });
  const { record } = await engine.operator.keys.createSandbox({
    locationId: DEMO,
    email: 'dev@example.com',
    system: HOSTILE,
  });
  const startMs = Math.ceil(Date.now() / 86_400_000 + 5) * 86_400_000 + 17 * 3_600_000;
  const guest = {
    name: HOSTILE,
    email: 'eve@example.com',
    phone: HOSTILE.slice(0, 30),
    notes: HOSTILE,
    language: null,
  };
  const outcome = await engine
    .partner(partner)
    .createBooking(location.id, fixtures.aRequest(startMs, { guest, partnerBookingRef: HOSTILE }));
  if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
  await engine.partner(partner).createBooking(location.id, fixtures.aRequest(startMs, { partySize: 30 }));
  const waitedDate = addDays(outcome.booking.serviceDate, 1);
  const waitedMs = startMs + DAY_MS;
  const held = await engine
    .partner(partner)
    .createHold(location.id, { startMs: waitedMs, partySize: 8, seconds: 900 });
  if (held.kind !== 'held') throw new Error(JSON.stringify(held));
  const wish = { date: waitedDate, fromMs: waitedMs, toMs: waitedMs, partySize: 2, mode: 'book' as const };
  await engine.operator.at(location.id).waitlist.add({ ...wish, guest });
  await engine.background.deliverDue({ delaysSeconds: [1], timeoutMs: 1000 });
  engine.detach();
  await webhooks.close();
  await storage.close();
  writeFiles(folder);
  return {
    env,
    bookingId: outcome.booking.id,
    date: outcome.booking.serviceDate,
    waitedDate,
    endpointId: endpoint.id,
    keyId: record.id,
    closureId: closure.id,
    memberId,
    url,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}

/** A signed-in member of staff with a hostile browser name; returns the id. */
async function hostileStaff({ operator }: Engine, { records, nowMs }: Storage): Promise<string> {
  const email = 'eve@house.example';
  const { id } = await operator.staff.add({ email, name: HOSTILE, locationId: LOCATION, role: 'host' });
  const now = await nowMs();
  await records.amend(steps.linkRequest(fixtures.aLink('signin_1', email, now)));
  await records.amend(steps.linkUse('signin_1', fixtures.aSession('ss_1', now, { label: HOSTILE })));
  return id;
}

const none = async (): Promise<number> => 0;

const TABLE = HOSTILE.slice(0, 40);
const OTHER_TABLE = `B${TABLE}`.slice(0, 40);

/** All tables that there are. */
export const TABLES = [TABLE, OTHER_TABLE];

/** The same, by choice. */
export const BOTH_TABLES = ['--table', TABLE, '--table', OTHER_TABLE, '--force'];

function hostilePlan() {
  return fixtures.aPlan({
    name: HOSTILE,
    contact: { address: HOSTILE, phone: HOSTILE, email: HOSTILE },
    floorPlan: {
      tables: [fixtures.aTable(TABLE, { area: HOSTILE }), fixtures.aTable(OTHER_TABLE)],
      combinations: [{ tables: [TABLE, OTHER_TABLE], seatsMin: 5, seatsMax: 8 }],
      wastedSeatsMax: null,
    },
    servicePeriods: [fixtures.aPeriod({ name: HOSTILE })],
    horizonDays: 365,
    closures: [{ id: HOSTILE, from: '2027-12-24', to: '2027-12-24', reason: HOSTILE }],
  });
}

function hostileMenu() {
  const item = { id: HOSTILE, name: HOSTILE, description: HOSTILE, priceOre: 100, tags: [HOSTILE] };
  return {
    currency: 'SEK',
    categories: [{ id: HOSTILE, name: HOSTILE, description: HOSTILE, items: [item] }],
  };
}

/** Files that somebody else has written. A name of a file has no NUL and no slash, and may have all the rest. */
function writeFiles(folder: string): void {
  const quoted = JSON.stringify(HOSTILE);
  const table = `tables: [{id: ${quoted}, seats: 0, ${quoted}: 1}]`;
  writeFileSync(join(folder, `${HOSTILE}.yaml`), `name: ${quoted}\n${table}\n${quoted}: 2\n`);
  const cell = `"${HOSTILE.replaceAll('"', '""')}"`;
  const row = (more: string): string => `2027-03-02,18:00,2,${cell},${cell},${cell},${cell},${cell},${more}`;
  writeFileSync(
    join(folder, 'hostile.csv'),
    `Date,Time,Party,Name,Notes,E-mail,Booking number,${cell},Table\n${row('')}\n${row(cell)}\n${cell}${row('').slice(10)}\n`,
  );
  writeFileSync(
    join(folder, 'hostile.mjs'),
    `export const openEmpty = () => { console.log(${JSON.stringify(HOSTILE)}); throw new Error(${JSON.stringify(HOSTILE)}); };`,
  );
  writeFileSync(join(folder, 'broken.yaml'), `name: [${HOSTILE}\n- x: }${HOSTILE}`);
  writeFileSync(
    join(folder, 'menu.json'),
    JSON.stringify({ currency: HOSTILE, categories: HOSTILE, [HOSTILE]: 1 }),
  );
}

/** A sandbox session with two hostile events, which then ends. */
function hostileSession(): (wish: object) => object {
  const own = (headers: object) => ({ receipt: HOSTILE, headers, body: JSON.stringify({ type: HOSTILE }) });
  const events = [
    own({ 'x-partner-event-id': HOSTILE }),
    own({ 'x-partner-event-id': 'bk_1', 'x-eve': HOSTILE }),
  ];
  const answers = [{ events }, { events: [], over: 'taken over' }];
  let handed = 0;
  return (wish) => {
    if ('session' in wish) return answers[handed++ % 2]!;
    handed = 0;
    return { session: HOSTILE, secret: HOSTILE, events: [HOSTILE] };
  };
}

async function hostileServer(): Promise<Server> {
  const listened = hostileSession();
  const server = createServer((request, response) => {
    if (request.url === '/listen/sandbox/listen') {
      void json(request).then((wish) =>
        response.writeHead(200).end(JSON.stringify(listened(wish as object))),
      );
      return;
    }
    request.resume();
    const body = JSON.stringify({ message: HOSTILE, id: HOSTILE, slots: HOSTILE, error: HOSTILE });
    const raw = Buffer.from('ESC \u001b[2J\u009b bidi \u202e CRLF \r\nFAKE');
    response.writeHead(request.url === '/hook' ? 500 : 400, {
      'content-type': 'application/json',
      'x-eve': '\u009b31m',
    });
    response.end(request.url === '/hook' ? raw : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
