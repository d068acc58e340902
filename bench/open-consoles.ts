/**
 * P16: the cost of open consoles for bookings, and the delay until they show a change. Forty tables, a hundred and fifty bookings on the shown day, on
 * SQLite; all bookings and cancellations are on that day, so that each is shown.
 *
 *     node --conditions=@bord/source bench/run.ts consoles
 *
 * The consoles are in a separate process, and read the day after each change.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Engine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { createRuntime, NOON_MS, NOW_MS } from './console-runtime.ts';
import { figuresOf, openScreen, untilPainted } from './console-screen.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';

const { LOCATION_ID } = fixtures;
const CONSOLES = 20;
const ROUNDS = 5;
const BOOKINGS = 30;
const PAUSE_MS = 40;
const SEEN = 50;
const MINUTE_MS = 60_000;

export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-bench-'));
  let nowMs = NOON_MS;
  const clock = { nowMs: () => nowMs };
  const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true, clock });
  const runtime = createRuntime(storage, clock);
  const { engine } = runtime;
  await runtime.open();
  nowMs = NOW_MS;
  const server = await runtime.serve();
  const sessions: string[] = [];
  for (let n = 0; n <= CONSOLES; n++) sessions.push(await runtime.session(`p${n}@bord.example`));
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
      against: 'the same without a console',
      ratio: ratioOf(watched, alone),
      atMost: 1.05,
    },
  ];
}

/** The durations of consecutive bookings, as by telephone on a busy day; each is cancelled again. */
async function bookingsMs(engine: Engine): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < BOOKINGS; n++) {
    const startedMs = performance.now();
    const made = await engine.operator.at(LOCATION_ID).bookings.create({
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

/** The delay until a browser shows a booking: alone, with the other consoles, and with them in a rush. */
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
    ...figuresOf(`the same with ${others.length} others`, beside, 200),
    ...figuresOf('the same in a rush of twenty changes a second', rushed, 200),
  ];
}
