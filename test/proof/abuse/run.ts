import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { freshDatabase, setup } from '../../support/postgres.ts';
import { besiege, BOOKINGS, type Database, type Outcome } from './siege.ts';

const DATABASES = ['sqlite', 'postgres'];
const SHARE_MIN = 0.9;

const HELP = `Hostile posts to the booking page of a bord serve, 10,000 a minute, while staff and partners make ${BOOKINGS} bookings a second at the same restaurant.

npm run proof -- abuse [options]

  --addresses N    IP addresses of the attackers, as a trusted proxy names them; may be repeated (1 and 1000)
  --seconds N      before and during each attack (20)
  --storage NAME   ${DATABASES.join(' or ')}; may be repeated (both)
  --seed N         repeat the posts of a run
  --no-control     without the control

Of the bookings by staff and partners at least ${SHARE_MIN} are answered within the p99 without an attack and 50 ms. Tables and e-mails
stay within D52. A guest behind the first IP address of the attackers books during the attack. The control attacks a page without limits:
it must exceed those of D52. Run it on two idle processors: other work counts as the server's.

Exit code: 0 all as it must be, 1 otherwise, 2 wrong usage.`;

const options = readOptions(HELP, {
  addresses: ['1', '1000'],
  seconds: '20',
  storage: DATABASES,
  seed: randomSeed(),
  'no-control': false,
});
const addresses = options.addresses.map((text) => wholeNumber('addresses', text));
const seconds = wholeNumber('seconds', options.seconds);
const seed = wholeNumber('seed', options.seed, 0);
const names = new Set(options.storage.map((name) => oneOf('storage', DATABASES, name)));
console.log(`seed ${seed}`);
let made = 0;
const folder = mkdtempSync(join(tmpdir(), 'bord-abuse-'));
const stopPostgres = names.has('postgres') ? await setup() : async () => undefined;
try {
  if (names.has('sqlite')) await attackAll(sqlite);
  if (names.has('postgres')) await attackAll(postgres);
  if (!options['no-control']) {
    const page = { unconfirmedPercent: 100, surgeBookings: 1000 };
    const { faults } = await besiege(await sqlite(), { addresses: 1000, seconds: 5, seed, page });
    if (faults.length === 0) process.exitCode = 1;
    console.log(`control without the limits of the page: ${faults.length === 0 ? 'NOT found' : 'found'}`);
  }
} finally {
  await stopPostgres();
  rmSync(folder, { recursive: true });
}

async function attackAll(prepare: () => Promise<Database>): Promise<void> {
  for (const count of addresses) {
    const database = await prepare();
    say(`${database.name}, ${count} addresses`, await besiege(database, { addresses: count, seconds, seed }));
  }
}

async function sqlite(): Promise<Database> {
  const path = join(folder, `bord-${++made}.db`);
  const open = () => sqliteStorage({ path, migrate: true });
  await open().close();
  return { name: 'SQLite', url: `sqlite:${path}`, open };
}

async function postgres(): Promise<Database> {
  const database = await freshDatabase();
  await migrate(database);
  return { name: 'PostgreSQL', url: database.url, open: () => pgStorage(database) };
}

function say(what: string, { calmP99, p99, share, hostile, steps, faults }: Outcome): void {
  const isHeld = share >= SHARE_MIN && faults.length === 0 && steps.at(-1) === 'booked';
  if (!isHeld) process.exitCode = 1;
  const answers = Object.entries(hostile).map(([status, count]) => `${count} × ${status}`);
  console.log(
    `${isHeld ? 'ok    ' : 'FAILED'} ${what}: p99 ${calmP99.toFixed(1)} ms without, ${p99.toFixed(1)} ms under attack; ` +
      `${(share * 100).toFixed(1)} % in time; honest guest: ${steps.join(', ')}; hostile posts: ${answers.join(', ')}`,
  );
  for (const fault of faults.slice(0, 9)) console.error(`  beyond D52: ${fault}`);
}
