/** Replaces servers behind HAProxy and PgBouncer under load: `npm run proof -- upgrade --help`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMigrations } from '@bord/engine/storage';
import { Copy } from '../../mutants/run/copy.ts';
import { differencesOf, type Seen, underLoad } from '../../servers/load.ts';
import { Ending } from '../../support/ending.ts';
import { readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { GRACE_SECONDS, POOL_SIZE } from './settings.ts';
import { missingPrograms, openStack, type Stack } from './stack.ts';
import { type Watched, watched } from './watch.ts';

/** How long the migration holds its locks, in seconds. Bord waits 3 s for a lock, so requests wait and are answered. */
const HELD_SECONDS = 2;

const LONGEST_MS = 180_000;

const HELP = `Replaces two bord serve processes one after the other, as docs/operate/upgrade.md says, while partners book, read and cancel.

HAProxy and PgBouncer run with the settings of docs/operate/upgrade.md and packages/adapter-pg/README.md; neither HAProxy nor the partners repeat a
request. Needs Debian's programs: apt-get install haproxy pgbouncer

npm run proof -- upgrade [options]

  --clients N   partners that work at the same time (8); with more than a server has connections (10), some can get 503 while they wait for a lock

Replacements:

  same version      with the grace of the page; no request must fail
  later version     the first new server migrates, and locks the tables service and bookings for ${HELD_SECONDS} s; no request must fail,
                    and the server that still runs must answer /readyz and /healthz with 200
  without checks    the control, HAProxy without health checks: requests must fail

Exit code: 0 all as it must be, 1 a fault or a control without a fault, 2 wrong usage or a program is missing, 130 stopped after 3 minutes. About 75 seconds.`;

const options = readOptions(HELP, { clients: '8' });
const clients = wholeNumber('clients', options.clients);
const missing = missingPrograms();

if (missing.length > 0) {
  console.error(
    `Not installed: ${missing.join(', ')}. Install them and run again: apt-get install haproxy pgbouncer`,
  );
  process.exitCode = 2;
} else process.exitCode = await main();

async function main(): Promise<number> {
  const ending = new Ending();
  setTimeout(() => {
    console.log('FAULT: the run has not ended within 3 minutes');
    process.kill(process.pid, 'SIGTERM');
  }, LONGEST_MS).unref();
  const faults: string[] = [];
  try {
    const { stack, laterMain } = await ending.open(openBoth);
    const grace = String(GRACE_SECONDS);
    const replaceAll = async (program?: string): Promise<void> => {
      for (const unit of stack.units) await stack.replace(unit, grace, program);
    };
    const same = await replaced(stack, 'same version', stack.url, () => replaceAll());
    faults.push(...(await faultsOf(stack, same, [same.seen])));
    const later = await replaced(stack, 'later version', stack.url, () => replaceAll(laterMain));
    faults.push(...(await faultsOf(stack, later, [same.seen, later.seen])), ...faultsOfLock(later.watched));
    const control = await replaced(stack, 'without checks', stack.uncheckedUrl, () =>
      stack.replace(stack.units[0]!, grace, laterMain),
    );
    if (control.seen.failures.length === 0)
      faults.push('without checks: the control shows no failed request');
  } finally {
    await ending.close();
  }
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'All as it must be.' : `${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

/** The servers, and the program of a later version. */
async function openBoth() {
  const copy = new Copy();
  try {
    const laterMain = laterVersion(copy);
    const stack = await openStack(String(GRACE_SECONDS));
    return {
      stack,
      laterMain,
      async close(): Promise<void> {
        await stack.close();
        copy.remove();
      },
    };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

interface Replacement {
  readonly what: string;
  readonly seen: Seen;
  readonly watched: Watched;
}

async function replaced(
  { databaseUrl, units, key }: Stack,
  what: string,
  url: string,
  work: () => Promise<void>,
): Promise<Replacement> {
  const startedMs = performance.now();
  const [seen, seenOutside] = await watched(databaseUrl, units, () => underLoad(url, key, work, clients));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const { requests, acknowledged, cancelled, failures, slowestMs } = seen;
  console.log(
    `${what}: ${requests} requests in ${seconds} s, ${failures.length} failed, ${acknowledged.length} bookings, ${cancelled.length} of them cancelled; ` +
      `slowest ${Math.round(slowestMs)} ms; at most ${seenOutside.connections} connections`,
  );
  return { what, seen, watched: seenOutside };
}

async function faultsOf(
  stack: Stack,
  { what, seen, watched: { connections } }: Replacement,
  all: readonly Seen[],
) {
  const faults = [...new Set(seen.failures)].slice(0, 10).map((failure) => `${what}: ${failure}`);
  // A request that failed may have been carried out.
  if (faults.length === 0) faults.push(...(await differencesOf(stack.databaseUrl, all)).slice(0, 10));
  const most = POOL_SIZE + stack.units.length;
  if (connections > most)
    faults.push(`${what}: ${connections} connections at PostgreSQL, ${most} are expected at most`);
  return faults;
}

/** The server that runs during the migration is the second one; the first one migrates before it listens. */
function faultsOfLock({ locked, answers: [starting, serving] }: Watched): string[] {
  const text = (seen: ReadonlyMap<string, number>): string =>
    [...seen].map(([answer, times]) => `${answer} ${times} times`).join(', ');
  console.log(
    `  while the migration held its locks: the running server ${text(serving!)}; the starting server ${text(starting!)}`,
  );
  if (locked < 5)
    return [`later version: the migration was seen ${locked} times with its locks, 5 are expected at least`];
  return ['/readyz', '/healthz'].flatMap((path) => {
    const others = [...serving!.keys()].filter(
      (answer) => answer.startsWith(path) && answer !== `${path} 200`,
    );
    if (!serving!.has(`${path} 200`)) return [`later version: ${path} was never 200 during the migration`];
    return others.map((answer) => `later version: ${answer} of the running server during the migration`);
  });
}

/** Adds a migration to a copy of these sources; where its `bord` begins. */
function laterVersion({ folder }: Copy): string {
  const adapter = join(folder, 'packages/adapter-pg');
  const version = readMigrations(pathToFileURL(`${adapter}/`)).length + 1;
  const add = (table: string): string => `ALTER TABLE ${table} ADD COLUMN upgrade_proof integer;\n`;
  mkdirSync(join(adapter, 'migrations'), { recursive: true });
  writeFileSync(
    join(adapter, 'migrations', `${String(version).padStart(4, '0')}-upgrade-proof.sql`),
    `${add('service')}${add('bookings')}SELECT pg_sleep(${HELD_SECONDS});\n`,
  );
  return join(folder, 'packages/cli/src/main.ts');
}
