/**
 * A PostgreSQL that uses the clock of a history. Its functions of time are found in a schema of the simulation before those of the server, so that
 * leases, pauses and deletions use the same time as the rest.
 */
import { migrate, pgStorage } from '@bord/adapter-pg';
import type { Storage } from '@bord/engine';
import type { Clock } from '@bord/engine/storage';
import type pg from 'pg';
import { clientOf, sql, startPostgres } from '../../../support/postgres.ts';
import { callsOf } from '../in-flight.ts';
import type { Open } from '../simulate.ts';
import { nextMigration } from './next-migration.ts';
import type { Ground } from './storages.ts';

const CLOCK = `
  CREATE SCHEMA simulation;
  CREATE TABLE simulation.clock (now timestamptz NOT NULL);
  INSERT INTO simulation.clock VALUES (to_timestamp(0));
  CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE sql STABLE RETURN (SELECT now FROM simulation.clock);
  CREATE FUNCTION simulation.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE RETURN (SELECT now FROM simulation.clock);
  CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN (SELECT now FROM simulation.clock)`;

export async function postgresGround(): Promise<Ground> {
  const server = await startPostgres();
  const template = await databaseOn(server.url, 'bord_simulation');
  await sql(template, CLOCK);
  await migrate({ url: template });
  let opened = 0;
  return {
    async on(live) {
      const name = `bord_simulation_${++opened}`;
      const url = await databaseOn(server.url, name, 'bord_simulation');
      const closing: (() => Promise<unknown>)[] = [];
      const open: Open = async (clock) => {
        const clockClient = clientOf(url);
        await clockClient.connect();
        closing.push(() => clockClient.end());
        const storage = pgStorage({ url, clock });
        closing.push(() => storage.close());
        // Once it listens it reports so, and caches are cleared: not during a history.
        await new Promise<void>((heard) => void storage.invalidations.subscribe(() => heard()));
        return goingBy(storage, clock, clockClient);
      };
      try {
        return await live({ open, upgrade: () => migrateBeside(url) });
      } finally {
        for (const close of closing.toReversed()) await close();
        await sql(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
      }
    },
    async close() {
      await sql(server.url, 'DROP DATABASE bord_simulation WITH (FORCE)');
      await server.stop();
    },
  };
}

async function databaseOn(server: string, name: string, template = 'template1'): Promise<string> {
  await sql(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await sql(server, `ALTER DATABASE ${name} SET search_path = public, simulation, pg_catalog`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function migrateBeside(url: string): Promise<void> {
  const tables = await sql<{ tablename: string }>(
    url,
    `SELECT tablename FROM pg_tables WHERE schemaname = 'bord'`,
  );
  await sql(url, nextMigration(tables.map(({ tablename }) => tablename)));
}

/** Before a call the database's clock is set, if time has passed. */
function goingBy(storage: Storage, clock: Clock, clockClient: pg.Client): Storage {
  let setMs = NaN;
  let setting: Promise<unknown> = Promise.resolve();
  const isSet = (): Promise<unknown> => {
    const nowMs = clock.nowMs();
    if (nowMs === setMs) return setting;
    setMs = nowMs;
    return (setting = clockClient.query('UPDATE simulation.clock SET now = to_timestamp($1 / 1000.0)', [
      nowMs,
    ]));
  };
  return callsOf(storage, (call) => async (...args) => {
    await isSet();
    return call(...args);
  });
}
