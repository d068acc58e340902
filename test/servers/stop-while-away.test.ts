/** `bord serve` and `bord deliver` stop although the database is silent or gone. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedDatabase } from '../support/migrated-database.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { type FreshDatabase, sql } from '../support/postgres.ts';
import { Bord, book, dayAhead, until } from './bord-process.ts';

let database: FreshDatabase;
let network: Network;
let bord: Bord;

beforeEach(async () => {
  database = await migratedDatabase();
  const url = new URL(database.url);
  network = await startNetwork(Number(url.port));
  url.port = String(network.port);
  bord = new Bord(url.href);
});

afterEach(async () => {
  await bord.end();
  await network.close();
  await database.drop();
});

/** The network fails: open connections hang, or all are refused. */
const losses = {
  silent: (): void => network.cut(),
  gone: (): Promise<void> => network.close(),
};

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  await until('it has ended', async () => child.exitCode !== null || child.signalCode !== null);
  return child.exitCode;
}

test.each(['silent', 'gone'] as const)(
  'SIGTERM ends `bord serve` and `bord deliver` whose database is %s, despite their unsaved state',
  async (loss) => {
    const server = await bord.serve();
    const { key } = await bord.key();
    const order = { startsAt: `${dayAhead(3)}T18:00:00Z`, idempotencyKey: 'a', partySize: 2 };
    expect((await book(server, key!, order)).status).toBe(201); // when the key was used is not stored yet
    const deliver = bord.start(['deliver']);
    await once(deliver.stdout!, 'data');
    await losses[loss]();
    for (const child of [server.process, deliver]) child.kill('SIGTERM');
    for (const child of [server.process, deliver]) expect(await exitCodeOf(child)).toBe(0);
  },
);

test('a server that fails before it listens ends, though it already hears what other servers tell', async () => {
  await sql(database.url, 'ALTER TABLE staff RENAME TO people');
  const child = bord.start(['serve', '--port', '0'], { BORD_DEMO: '0' }); // it ends the demo's member of staff first
  expect(await exitCodeOf(child)).toBe(1);
  bord.forget(child);
});
