/** A database of the version that brought staff, filled with people, sessions, passkeys and what they did, after the upgrade (D44). */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate as migratePg, pgStorage } from '@bord/adapter-pg';
import { migrate as migrateSqlite, sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';
import { signedIn } from '../support/signed-in.ts';

const { LOCATION_ID } = fixtures;
/** In the order in which one refers to the other. */
const TABLES = [
  'locations',
  'bookings',
  'staff',
  'staff_roles',
  'staff_sessions',
  'passkeys',
  'sign_in_links',
];

type Row = Readonly<Record<string, unknown>>;

/** Somebody who is signed in, has a passkey, has asked for a link and has edited a booking; her session. */
async function fill(storage: Storage): Promise<string> {
  const engine = createEngine({ storage });
  await engine.operator.locations.apply(fixtures.aPlan(), LOCATION_ID);
  const member = {
    name: 'Anna',
    email: 'anna@example.se',
    role: 'manager' as const,
    locationId: LOCATION_ID,
  };
  const { id, session } = await signedIn(engine, member);
  await storage.passkeys.add(fixtures.aPasskey('pk_1', id), 'challenge');
  const nowMs = await storage.nowMs();
  await storage.staff.insertLink(fixtures.aLink('signin_1', member.email, nowMs), []);
  const house = engine.staff(await engine.signIn.caller(session)).at(LOCATION_ID);
  const startMs = Math.ceil(nowMs / 86_400_000 + 3) * 86_400_000 + 17 * 3_600_000;
  const made = await house.bookings.create({ startMs, partySize: 2, guest: { name: 'Berg' } });
  if (made.kind !== 'booked') throw new Error(made.kind);
  await house.bookings.edit(made.booking.id, { notes: 'window' });
  engine.detach();
  return session;
}

/** What the console shows of it all. */
async function shown(storage: Storage, session: string): Promise<object> {
  const engine = createEngine({ storage });
  try {
    const caller = await engine.signIn.caller(session);
    const [staff, house] = [engine.staff(caller), engine.staff(caller).at(LOCATION_ID)];
    const [bookings, people] = [await house.bookings.list(), await house.people()];
    return {
      caller: { ...caller },
      members: await house.staff.list(),
      sessions: (await staff.sessions.list()).map(({ id, label }) => [id, label]),
      passkeys: await staff.passkeys.list(),
      history: bookings.map(({ guest, history }) => [guest, history.map(({ by }) => people.get(by))]),
      waiting: await house.waitlist.list(),
    };
  } finally {
    engine.detach();
  }
}

/** The columns that both versions have. */
function common(row: Row, columns: readonly string[]): [string, unknown][] {
  return Object.entries(row).filter(([name]) => columns.includes(name));
}

test('D44 whoever was signed in before the upgrade is so after it, with her roles, passkeys and what she did [sqlite]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const current = sqliteStorage({ path: join(folder, 'current.db'), migrate: true });
  const session = await fill(current);
  const before = await shown(current, session);
  expect(before).toMatchObject({ history: [[{ notes: 'window' }, ['Anna', 'Anna']]] });
  await current.close();
  const path = join(folder, 'old.db');
  const [from, old] = [new Sqlite(join(folder, 'current.db')), new Sqlite(path)];
  const migrations = new URL('../../packages/adapter-sqlite/migrations/', import.meta.url);
  old.exec(
    'CREATE TABLE schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT',
  );
  for (const file of readdirSync(migrations).toSorted().slice(0, 7)) {
    old.exec(readFileSync(new URL(file, migrations), 'utf8'));
    old
      .prepare('INSERT INTO schema_migrations VALUES (?, ?, 0)')
      .run(Number(file.slice(0, 4)), file.slice(0, -4));
  }
  for (const table of [...TABLES, 'seatings']) {
    const columns = old.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[];
    for (const row of from.prepare(`SELECT * FROM ${table}`).all() as Row[]) {
      const pairs = common(row, columns);
      const [names, marks] = [pairs.map(([name]) => name), pairs.map(() => '?')];
      old
        .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks.join()})`)
        .run(...pairs.map(([, value]) => value));
    }
  }
  from.close();
  old.close();
  expect(migrateSqlite({ path })[0]).toMatch(/^0008-/);
  const storage = sqliteStorage({ path });
  expect(await shown(storage, session)).toEqual(before);
  await storage.close();
});

test('D44 whoever was signed in before the upgrade is so after it, with her roles, passkeys and what she did [postgres]', async () => {
  const [current, old] = [await freshDatabase(), await freshDatabase()];
  await migratePg(current);
  const filled = pgStorage(current);
  const session = await fill(filled);
  const before = await shown(filled, session);
  await filled.close();
  await migratePg(old, 13);
  const [from, to] = [current, old].map(({ url }) => new pg.Client({ connectionString: url }));
  await Promise.all([from!.connect(), to!.connect()]);
  for (const table of TABLES) {
    const { rows: all } = await from!.query<{ row: Row }>(`SELECT to_json(t) AS row FROM ${table} t`);
    const { rows: found } = await to!.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const columns = found.map(({ name }) => name);
    for (const { row } of all) {
      const names = common(row, columns).map(([name]) => name);
      await to!.query(
        `INSERT INTO ${table} (${names.join()}) SELECT ${names.join()} FROM json_populate_record(NULL::${table}, $1)`,
        [JSON.stringify(row)],
      );
    }
  }
  await Promise.all([from!.end(), to!.end()]);
  expect((await migratePg(old))[0]).toMatch(/^0014-/);
  const storage = pgStorage(old);
  expect(await shown(storage, session)).toEqual(before);
  await storage.close();
});
