/** A `bord serve` process with a booking page, the restaurant's own bookings, and an attack on the page at the same time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BookingPage, createEngine, type Storage } from '@bord/engine';
import { clientsOf, type Hit, quantile, type Shot } from '../../load/load.ts';
import { Bord, type BordServer, dayAhead, SECRET_KEY, until } from '../../servers/bord-process.ts';
import { signedIn, tokenIn } from '../../support/signed-in.ts';
import { YOUNG_GENERATION } from '../../support/young-generation.ts';
import { answerOf, type Fields, LOCATION_ID, planWith, TABLES } from '../guests/site.ts';
import { between, type Chance, chanceOf } from '../seating/random.ts';
import { bookHonestly, HONEST } from './honest.ts';
import { attacker, hostilePost } from './hostile.ts';
import { beyondLimits } from './exceeded-limits.ts';

/** Bookings of staff and partners in a second, half of each. */
export const BOOKINGS = 50;
/** Hostile posts in a second: 10,000 in a minute. */
const POSTS = 10_000 / 60;
const STAFF = 5;
const PATIENCE_MS = 10_000;
const LATER_MS = 50;

export interface Database {
  readonly name: string;
  /** As `BORD_DATABASE` has it. */
  readonly url: string;
  open(): Storage;
}

export interface Siege {
  readonly addresses: number;
  readonly seconds: number;
  readonly seed: number;
  readonly page?: Partial<BookingPage>;
}

export interface Outcome {
  /** Of the restaurant's bookings without an attack, in milliseconds. */
  readonly calmP99: number;
  readonly p99: number;
  /** Of the restaurant's bookings during the attack: answered within `calmP99` and 50 ms. */
  readonly share: number;
  /** Answers to hostile posts, by status; 0 is none. */
  readonly hostile: Readonly<Record<string, number>>;
  /** The steps of the honest guest. */
  readonly steps: readonly string[];
  /** Exceeded limits of D52. */
  readonly faults: readonly string[];
}

export async function besiege(database: Database, siege: Siege): Promise<Outcome> {
  const { addresses, seconds, seed, page = {} } = siege;
  const mails = mkdtempSync(join(tmpdir(), 'bord-abuse-'));
  const bord = new Bord(database.url, {
    BORD_DEMO: '0',
    BORD_TRUSTED_PROXIES: '127.0.0.1',
    BORD_MAIL: `file:${mails}`,
    NODE_OPTIONS: YOUNG_GENERATION,
  });
  const storage = database.open();
  try {
    const server = await bord.serve();
    const port = Number(new URL(server.root).port);
    const clients = clientsOf(port, 200, PATIENCE_MS);
    const attackers = clientsOf(port, 400, PATIENCE_MS);
    const chance = chanceOf(seed);
    const next = await businessAt(server, storage, page, chance);
    await clients.closedLoop(8, 3000, next); // everything is compiled, and in memory
    const calm = await clients.openLoop(BOOKINGS, seconds * 1000, next);
    const refused = calm.find((hit) => !isAnswered(hit));
    if (refused)
      throw new Error(`without an attack, a ${refused.kind} booking is answered ${refused.status}`);
    const calmP99 = p99(calm);
    const starts = [1, 2, 3].flatMap((days) =>
      ['17:30', '18:30', '19:30', '20:30'].map((time) => `${dayAhead(days)}T${time}:00Z`),
    );
    const attack = attackers.openLoop(POSTS, seconds * 1000, () => {
      const { address, path, fields } = hostilePost(chance, addresses, starts);
      return { kind: 'hostile', request: formRequest(path, fields, { 'x-forwarded-for': address }) };
    });
    const business = clients.openLoop(BOOKINGS, seconds * 1000, next);
    await pause((seconds * 1000) / 2);
    const door = { ask: askAt(server, attacker(0)), mailedLink: (to: string) => linkTo(mails, to) };
    const steps = await bookHonestly(door, dayAhead(1));
    const [hits, posts] = await Promise.all([business, attack]);
    clients.end();
    attackers.end();
    await pause(2000); // the last e-mails leave
    const rows = await storage.bookings.list(LOCATION_ID);
    const terms = { tables: TABLES, nowMs: Date.now(), but: HONEST };
    return {
      calmP99,
      p99: p99(hits),
      share: hits.filter((hit) => isAnswered(hit) && hit.ms <= calmP99 + LATER_MS).length / hits.length,
      hostile: Object.fromEntries(
        Object.entries(Object.groupBy(posts, ({ status }) => status)).map(([status, of]) => [
          status,
          of!.length,
        ]),
      ),
      steps,
      faults: beyondLimits(rows, mailsIn(mails).map(recipientOf), terms),
    };
  } finally {
    await bord.end();
    await storage.close();
    rmSync(mails, { recursive: true, force: true });
  }
}

/** 201, 303 or 409: the restaurant's request was carried out. */
function isAnswered({ status }: Hit): boolean {
  return status === 201 || status === 303 || status === 409;
}

function p99(hits: readonly Hit[]): number {
  const times = hits.map(({ ms }) => ms);
  return quantile(times, 0.99);
}

/** Bookings by a partner's API key and at the console, at random dates. */
async function businessAt(
  server: BordServer,
  storage: Storage,
  page: Partial<BookingPage>,
  chance: Chance,
): Promise<() => Shot> {
  const engine = createEngine({ storage, secretKeys: [Buffer.from(SECRET_KEY, 'base64')] });
  await engine.operator.locations.apply(planWith(page), LOCATION_ID);
  const locationIds = [LOCATION_ID];
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds, rateLimit: 1_000_000 });
  const path = `/console/${LOCATION_ID}/new`;
  const staff: Fields[] = [];
  for (let i = 0; i < STAFF; i++) {
    const email = `staff${i}@example.com`;
    const member = { name: `Ida ${i}`, email, role: 'host', locationId: LOCATION_ID } as const;
    const { session } = await signedIn(engine, member);
    const cookie = `bord_session_${new URL(server.root).port}=${session}`;
    const shown = await fetch(server.root + path, { headers: { cookie } });
    staff.push({ cookie, token: tokenIn(await shown.text()) });
  }
  engine.detach();
  let count = 0;
  return () => {
    const n = count++;
    const day = dayAhead(between(chance, 5, 360));
    const start = `${day}T${between(chance, 17, 21)}:${n % 4 < 2 ? '00' : '30'}:00Z`;
    const [name, partySize] = [`Party ${n}`, between(chance, 1, 4)];
    if (n % 2 === 0) {
      const body = JSON.stringify({ startsAt: start, partySize, name, email: `party${n}@example.com` });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const url = `/v1/partner-api/locations/${LOCATION_ID}/bookings`;
      return { kind: 'partner', request: requestOf(url, headers, body) };
    }
    const { cookie, token } = staff[n % STAFF]!;
    const fields = {
      token: token!,
      day,
      size: `${partySize}`,
      at: `${Date.parse(start)}`,
      key: `k${n}`,
      name,
    };
    return { kind: 'staff', request: formRequest(path, fields, { cookie: cookie! }) };
  };
}

function formRequest(path: string, fields: Fields, headers: Fields): string {
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return requestOf(path, { ...type, ...headers }, new URLSearchParams(fields).toString());
}

/** The console answers requests to this machine only, if they are not encrypted. */
function requestOf(path: string, headers: Fields, body: string): string {
  const all = { host: '127.0.0.1', 'content-length': `${Buffer.byteLength(body)}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function askAt(server: BordServer, address: string) {
  return (path: string, fields?: Fields) =>
    answerOf(server.root + path, { 'x-forwarded-for': address }, fields && new URLSearchParams(fields));
}

interface Mail {
  readonly file: string;
  readonly text: string;
}

/** The stored e-mails, the latest last. */
function mailsIn(folder: string): readonly Mail[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

function recipientOf({ text }: Mail): string {
  return /^To:.*?([\w.+-]+@[\w.-]+)/im.exec(text)![1]!;
}

const opened = new Set<string>();

/** The path of the link in an e-mail to this address that was not read before. */
async function linkTo(folder: string, email: string): Promise<string> {
  let path: string | undefined;
  await until(`an e-mail to ${email}`, async () => {
    const mail = mailsIn(folder).findLast((one) => recipientOf(one) === email && !opened.has(one.file));
    path = mail && /\/book\/\w+\/link\/[\w.=-]+/.exec(mail.text.replaceAll('=\r\n', ''))?.[0];
    if (path !== undefined) opened.add(mail!.file);
    return path !== undefined;
  });
  return path!;
}
