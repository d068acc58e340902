import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine';
import { type Hit, quantile } from '../../load/load.ts';
import { Bord } from '../../servers/bord-process.ts';
import { freshDatabase, setup } from '../../support/postgres.ts';
import { readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { furnish } from './restaurants.ts';
import { askOthers, connectedClients, CREATES, type Rush, rush } from './rush.ts';

const HELP = `Sixty who book at once at a restaurant that is full, hard to search, and has 60 parties on its waitlist.

npm run proof -- rush [options]

  --rounds N   rushes in each run, one after the other (5)
  --runs N     runs on each database, each with a new server, until one holds all limits (3)

Each row names a database, and: how the requests were answered, the slowest answer, the longest turn of the event loop, and p99
of another restaurant on the same server, alone and during the rushes. Run it on two idle processors: other work counts as the server's. It only adds time, so a
fault of the server exceeds a limit in every run.

Exit code: 0 on each database a run held all limits, 1 a request was not answered, or no run held them, 2 wrong usage.`;

/** Milliseconds. */
const LIMITS = { slowest: 6000, turn: 25, others: 30 };
const ALONE_MS = 3000;

const options = readOptions(HELP, { rounds: '5', runs: '3' });
const rounds = wholeNumber('rounds', options.rounds);
const runs = wholeNumber('runs', options.runs);
const stopPostgres = await setup();
const folder = mkdtempSync(join(tmpdir(), 'bord-rush-'));
try {
  for (const prepare of [onSqlite, onPostgres]) {
    let isHeld = false;
    for (let run = 1; run <= runs && !isHeld; run++) isHeld = await measured(...(await prepare(run)));
    if (!isHeld) process.exitCode = 1;
  }
} finally {
  await stopPostgres();
  rmSync(folder, { recursive: true });
}

async function onSqlite(run: number): Promise<[name: string, url: string, Storage]> {
  const path = join(folder, `bord-${run}.db`);
  return ['SQLite', `sqlite:${path}`, sqliteStorage({ path, migrate: true })];
}

async function onPostgres(): Promise<[name: string, url: string, Storage]> {
  const database = await freshDatabase();
  await migrate(database);
  return ['PostgreSQL', database.url, pgStorage(database)];
}

/** Measures on one database and reports; whether every limit holds. */
async function measured(name: string, url: string, storage: Storage): Promise<boolean> {
  const restaurants = await furnish(storage);
  const file = join(folder, name);
  const preload = new URL('watch-turns.ts', import.meta.url).href;
  const bord = new Bord(url, {
    NODE_OPTIONS: `--import=${preload} --max-semi-space-size=16`, // as the package starts it
    TURNS_FILE: file,
  });
  const server = await bord.serve();
  const longestTurnMs = async (): Promise<number> => {
    server.process.kill('SIGUSR2');
    await sleep(200);
    return Number(readFileSync(file, 'utf8').trim().split('\n').at(-1));
  };
  const clients = await connectedClients(Number(new URL(server.root).port));
  await rush(clients, restaurants, 0); // until the code is loaded, and the waiting parties are examined
  const untilMs = performance.now() + ALONE_MS;
  const alone = await askOthers(clients, restaurants, () => performance.now() > untilMs);
  await longestTurnMs();
  const rushes: Rush[] = [];
  for (let nth = 1; nth <= rounds; nth++) rushes.push(await rush(clients, restaurants, nth));
  const turnMs = await longestTurnMs();
  clients.end();
  await server.stop();
  await bord.end();

  const creates = rushes.flatMap((one) => one.creates);
  const answered = (status: number): number => creates.filter((hit) => hit.status === status).length;
  const [booked, rejected, late] = [201, 409, 503].map(answered) as [number, number, number];
  const slowestMs = Math.max(...creates.map(({ ms }) => ms));
  const [aloneMs, duringMs] = [p99(alone), p99(rushes.flatMap(({ others }) => others))];
  const isHeld =
    booked + rejected + late === creates.length &&
    slowestMs <= LIMITS.slowest &&
    turnMs <= LIMITS.turn &&
    duringMs - aloneMs <= LIMITS.others;
  console.log(
    `${isHeld ? 'ok    ' : 'FAILED'} ${name}: ${creates.length} requests in rushes of ${CREATES}: ${booked} booked, ${rejected} rejected, ${late} × 503, ${creates.length - booked - rejected - late} not answered; ` +
      `slowest ${slowestMs.toFixed(0)} ms (at most ${LIMITS.slowest}); longest turn ${turnMs.toFixed(1)} ms (at most ${LIMITS.turn}); ` +
      `another restaurant p99 ${aloneMs.toFixed(1)} ms alone, ${duringMs.toFixed(1)} ms during rushes (at most ${LIMITS.others} more)`,
  );
  return isHeld;
}

function p99(hits: readonly Hit[]): number {
  const times = hits.map(({ ms }) => ms);
  return quantile(times, 0.99);
}
