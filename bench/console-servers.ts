/**
 * P16: two browsers at two servers on one PostgreSQL: how soon each shows what was booked at the other.
 *
 *     node --conditions=@bord/source bench/run.ts console-servers
 */
import { migrate, pgStorage } from '@bord/adapter-pg';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { createRuntime, NOON_MS, NOW_MS } from './console-runtime.ts';
import { figuresOf, openScreen, untilPainted } from './console-screen.ts';
import type { Figure } from './figure.ts';

/** Of each of the two servers, so many bookings. */
const SEEN = 40;
const AT_MOST_MS = 1000;

export async function run(): Promise<Figure[]> {
  const stop = await setup();
  const database = await freshDatabase();
  await migrate(database);
  let nowMs = NOON_MS;
  const clock = { nowMs: () => nowMs };
  const storages = [pgStorage({ url: database.url }), pgStorage({ url: database.url })];
  const runtimes = storages.map((storage) => createRuntime(storage, clock));
  await runtimes[0]!.open();
  nowMs = NOW_MS;
  const servers = await Promise.all(runtimes.map((runtime) => runtime.serve()));
  const sessions = [
    await runtimes[0]!.session('a@bord.example'),
    await runtimes[0]!.session('b@bord.example'),
  ];
  const screens = await Promise.all(servers.map(({ url, port }, n) => openScreen(url, port, sessions[n]!)));
  try {
    const options = { count: SEEN, pauseMs: (): number => 300 + Math.random() * 600 };
    const own: number[] = [];
    const other: number[] = [];
    for (const [n, { engine }] of runtimes.entries()) {
      const taken = await untilPainted(engine, screens, options);
      for (const [i, ms] of taken.entries()) (i % screens.length === n ? own : other).push(ms);
    }
    return [
      ...figuresOf(
        'two servers on PostgreSQL, a booking at one on the screen at the other',
        other,
        AT_MOST_MS,
        3,
      ),
      ...figuresOf('the same on the screen at the server that booked', own, AT_MOST_MS, 3),
    ];
  } finally {
    for (const screen of screens) await screen.close();
    for (const server of servers) await server.close(0);
    for (const { engine } of runtimes) engine.detach();
    for (const storage of storages) await storage.close();
    await database.drop();
    await stop();
  }
}
