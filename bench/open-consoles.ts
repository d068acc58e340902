/**
 * P16: what consoles that are open cost who books, and how soon they show it. Forty tables, a hundred and fifty bookings on the day that is shown, on SQLite; all
 * bookings and cancellations are of that day, so every one of them is shown.
 *
 *     node --conditions=@bord/source bench/run.ts consoles
 *
 * The consoles are in a process of their own, and read the day after each change that they hear of.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine, type Message } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { busySheet, minuteMs } from '../test/support/busy-sheet.ts';
import { figuresOf, openScreen, untilPainted } from './console-screen.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';

const { LOCATION_ID } = fixtures;
const CONSOLES = 20;
const ROUNDS = 5;
const BOOKINGS = 30;
const PAUSE_MS = 40;
const SEEN = 50;
/** When the restaurant opens at noon, and six in the evening. */
const NOON_MS = minuteMs(11 * 60);
const NOW_MS = minuteMs(18 * 60);
const MINUTE_MS = 60_000;

export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-bench-'));
  let nowMs = NOON_MS;
  const clock = { nowMs: () => nowMs };
  const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true, clock });
  const mails: Message[] = [];
  const mailer = {
    isLocal: false,
    send: async (message: Message) => void mails.push(message),
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const engine = createEngine({ storage, clock, mailer, secretKeys: [new Uint8Array(32).fill(7)] });
  const { id: _, revision: __, ...plan } = busySheet().location;
  await engine.operator.locations.apply(plan, LOCATION_ID);
  await fill(engine);
  nowMs = NOW_MS;
  const api = createPartnerApi({ engine });
  let url = '';
  const consoleLimits = { perToken: 1e9, perAddress: 1e9, windowMs: 60_000 };
  mountPages({ api, engine, demoLocationId: null, console: true, consoleLimits, publicUrl: () => url, mailFrom: 'b@bord.example', nowMs: clock.nowMs }); // prettier-ignore
  const server = await serveHttp({ api });
  ({ url } = server);
  const sessions: string[] = [];
  for (let n = 0; n <= CONSOLES; n++) sessions.push(await sessionOf(engine, mails, `p${n}@bord.example`));
  try {
    const cost = await costs(engine, server.url, server.port, sessions.slice(1));
    const seenMs = await shown(engine, server.url, server.port, sessions);
    return [...cost, ...seenMs];
  } finally {
    await server.close(0);
    engine.detach();
    await storage.close();
    await rm(folder, { recursive: true });
  }
}

async function costs(
  engine: Engine,
  url: string,
  port: number,
  sessions: readonly string[],
): Promise<Figure[]> {
  const measures = {
    alone: async () => median(await bookingsMs(engine)),
    watched: async () => {
      const readers = await openReaders(url, port, sessions);
      const taken = await bookingsMs(engine);
      const reads = await readers.close();
      if (reads < CONSOLES) throw new Error(`the consoles have read the day ${reads} times`);
      return median(taken);
    },
  };
  await interleaved(1, measures);
  const { alone, watched } = await interleaved(ROUNDS, measures);
  return [
    {
      goal: 'P16',
      what: `a booking on the day that ${CONSOLES} consoles show`,
      unit: 'ms',
      figure: median(watched),
      ceiling: median(alone),
      against: 'the same while nobody looks',
      ratio: ratioOf(watched, alone),
      atMost: 1.05,
    },
  ];
}

/** How long bookings take that come one after the other, as over a busy evening's telephone; each is cancelled again. */
async function bookingsMs(engine: Engine): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < BOOKINGS; n++) {
    const startedMs = performance.now();
    const made = await engine.operator.bookings.create(LOCATION_ID, {
      startMs: NOW_MS + (30 + 15 * (n % 14)) * MINUTE_MS,
      partySize: 2,
      guest: { name: 'Rush' },
    });
    taken.push(performance.now() - startedMs);
    if (made.kind !== 'refused') await engine.operator.bookings.cancel(made.booking.id);
    await delay(PAUSE_MS);
  }
  return taken;
}

async function openReaders(url: string, port: number, sessions: readonly string[]) {
  const cookies = sessions.map((session) => `bord_session_${port}=${session}`);
  const given = JSON.stringify({ url, path: `/console/${LOCATION_ID}`, cookies });
  const child = fork(new URL('console-readers.ts', import.meta.url), [given]);
  await once(child, 'message');
  return {
    async close(): Promise<number> {
      child.send('reads');
      const [reads] = (await once(child, 'message')) as [number];
      child.disconnect();
      await once(child, 'exit');
      return reads;
    },
  };
}

/** How soon a browser shows a booking: alone, beside the other consoles, and in a rush beside them. */
async function shown(
  engine: Engine,
  url: string,
  port: number,
  [own, ...others]: readonly string[],
): Promise<Figure[]> {
  const screen = await openScreen(url, port, own!);
  const pauseMs = (): number => 300 + Math.random() * 600;
  const alone = await untilPainted(engine, [screen], { count: SEEN, pauseMs });
  const readers = await openReaders(url, port, others);
  const beside = await untilPainted(engine, [screen], { count: SEEN, pauseMs });
  const rush = { count: SEEN, pauseMs: () => Math.random() * 200, isRush: true };
  const rushed = await untilPainted(engine, [screen], rush);
  await readers.close();
  await screen.close();
  return [
    ...figuresOf('a booking on the screen of a console', alone, 200),
    ...figuresOf(`the same beside ${others.length} others`, beside, 200),
    ...figuresOf('the same in a rush of twenty changes a second', rushed, 200),
  ];
}

async function sessionOf(engine: Engine, mails: readonly Message[], email: string): Promise<string> {
  await engine.operator.staff.add({ email, name: email, role: 'host', locationId: LOCATION_ID });
  await engine.signIn.ask({ email, browser: email, clientAddress: email, label: 'bench' });
  await engine.background.deliverDue();
  const mail = mails.findLast((message) => message.kind === 'sign_in' && message.to === email);
  if (mail?.kind !== 'sign_in') throw new Error(`no mail to ${email}`);
  return (await engine.signIn.enter({ token: mail.token, browser: email, label: 'bench' })).session;
}

/** So many bookings that there is room for some more. */
async function fill(engine: Engine): Promise<void> {
  let made = 0;
  for (let n = 0; made < 150 && n < 2000; n++) {
    const outcome = await engine.operator.bookings.create(LOCATION_ID, {
      startMs: minuteMs(11 * 60 + 30 + 15 * (n % 43)),
      partySize: 1 + (n % 5),
      guest: { name: `Guest ${n}`, phone: '+46 70 123 45 67', notes: n % 4 === 0 ? 'by the window' : null },
    });
    if (outcome.kind === 'booked') made += 1;
  }
  console.error(`${made} bookings on the day`);
}
