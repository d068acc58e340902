/** How many rows of the log a change costs, counted in the tables of the databases. */
import { createEngine, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type DatabaseKind, DATABASES, withDatabase } from '../../support/killed-processes.ts';
import { HOSTS } from '../../support/hosts.ts';
import { noonAfter } from './changes.ts';

const HOST = { sqlite: 'sqlite, its own connection', postgres: 'postgres' } as const;

function withLog(kind: DatabaseKind, work: (given: Given) => Promise<void>): Promise<void> {
  return withDatabase(kind, async (url) => {
    const host = await HOSTS[HOST[kind]](url);
    const table = kind === 'postgres' ? 'bord.events' : 'events';
    await fixtures.aLocation(host.storage);
    const engine = createEngine({ storage: host.storage });
    let before = 0;
    const log = async (): Promise<number> => {
      const rows = await host.run(`SELECT booking_id FROM ${table}`);
      const written = rows.length - before;
      before = rows.length;
      return written;
    };
    await work({ engine, log });
    engine.detach();
    await host.close();
  });
}

interface Given {
  readonly engine: ReturnType<typeof createEngine>;
  /** How many rows were written since the last call. */
  readonly log: () => Promise<number>;
}

/** Runs a change of each kind, and returns how many rows each has written. */
async function changes({ engine, log }: Given): Promise<readonly number[]> {
  const { bookings } = engine.operator.at(fixtures.LOCATION_ID);
  const startMs = noonAfter(3);
  const made = await bookings.create(fixtures.aRequest(startMs));
  if (made.kind !== 'booked') throw new Error(made.kind);
  const { id } = made.booking;
  const written = [await log()];
  for (const change of [
    () => bookings.move(id, { startMs: startMs + 15 * MINUTE_MS }),
    () => bookings.edit(id, { notes: 'by the window' }),
    () => bookings.cancel(id),
  ]) {
    await change();
    written.push(await log());
  }
  return written;
}

test.each(DATABASES)(
  '%s: without a subscriber a change writes no row; from the first registration on, each writes one, also for three subscribers',
  (kind) =>
    withLog(kind, async (given) => {
      const { engine, log } = given;
      expect(await changes(given)).toEqual([0, 0, 0, 0]);
      await engine.events({ name: 'crm' });
      expect(await changes(given)).toEqual([1, 1, 1, 1]);
      await Promise.all(['bi', 'mail'].map((name) => engine.events({ name })));
      expect(await changes(given)).toEqual([1, 1, 1, 1]);
      for (const name of ['crm', 'bi', 'mail']) await engine.events.forget(name);
      await log();
      expect(await changes(given)).toEqual([0, 0, 0, 0]);
    }),
);
