import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine';
import { randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { freshDatabase, setup } from '../../support/postgres.ts';
import { storages } from '../../support/storages.ts';
import { controlsOf } from './controls.ts';
import { forgetting, localServers, playHistories } from './histories.ts';
import { playMutations } from './mutations.ts';
import { openProcesses } from './processes.ts';
import { openWorld } from './world.ts';

const HELP = `Assistants that book at the MCP server by mistaken, forged and repeated calls, on both databases.

npm run proof -- assistants [options]

  --calls N       calls that differ from the guest's words: day, a.m. and p.m., time zone, party size, and forged,
                  foreign and expired offers, holds and requestState (10000)
  --histories N   guests who book by repeated calls at two servers, which are killed one after the other (1000)
  --seed N        repeats the calls of a run

None of the calls may book, and each guest who was told of a booking has exactly that one. Then each control plants a
fault, and must be noticed.

Exit code: 0 no wrong booking, and each control noticed; 1 otherwise; 2 wrong usage.`;

const options = readOptions(HELP, { calls: '10000', histories: '1000', seed: randomSeed() });
const calls = wholeNumber('calls', options.calls);
const histories = wholeNumber('histories', options.histories);
const seed = wholeNumber('seed', options.seed, 0);
console.log(`seed ${seed}`);
const stopPostgres = await setup();
const folder = mkdtempSync(join(tmpdir(), 'bord-assistants-'));
const [memory, ...databases] = storages;
try {
  for (const kind of databases) {
    const world = await openWorld(kind);
    const { wrong, tally } = await playMutations(world, {}, { seed, calls });
    await world.close();
    report(
      `${kind.name}: ${tally.calls} calls, ${tally.booked} bookings ${JSON.stringify(tally.byKind)}`,
      wrong,
    );
  }
  for (const open of [onSqlite, onPostgres]) {
    const [name, url, storage] = await open();
    const { world, servers, end } = await openProcesses(url, storage);
    const given = { seed, histories, together: 20, fromMs: Date.now() };
    const { wrong, tally } = await playHistories(world, servers, given);
    await end();
    report(`${name}: ${JSON.stringify(tally)}`, wrong);
  }
  for (const name of Object.keys(controlsOf(['', '']))) {
    const world = await openWorld(memory!);
    const { wrong } = await playMutations(world, controlsOf(world.keys)[name]!, { seed, calls: 200 });
    await world.close();
    report(`control: ${name}`, wrong === null ? 'not noticed' : null);
  }
  const world = await openWorld(memory!);
  const servers = forgetting(await localServers(world));
  const { wrong } = await playHistories(world, servers, { seed, histories: 40, together: 4 });
  await world.close();
  report('control: a repeated call books again', wrong === null ? 'not noticed' : null);
} finally {
  await stopPostgres();
  rmSync(folder, { recursive: true });
}

async function onSqlite(): Promise<[name: string, url: string, Storage]> {
  const path = join(folder, 'bord.db');
  return ['sqlite', `sqlite:${path}`, sqliteStorage({ path, migrate: true })];
}

async function onPostgres(): Promise<[name: string, url: string, Storage]> {
  const database = await freshDatabase();
  await migrate(database);
  return ['postgres', database.url, pgStorage(database)];
}

function report(text: string, wrong: string | null): void {
  console.log(`${wrong === null ? 'ok    ' : 'FAILED'} ${text}${wrong === null ? '' : `: ${wrong}`}`);
  if (wrong !== null) process.exitCode = 1;
}
