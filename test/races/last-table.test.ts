/**
 * Rivals in several processes, on one database file, for the last table and under one idempotency key. The controls run the
 * same race against a store without a lock, and against one that looks a key up too early: both must be caught.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { expect, test } from 'vitest';
import { DEMO_ID, demoPlan } from '../support/world.ts';
import type { Order, Sabotage, Tally } from './rival.ts';

const PROCESSES = 4;
const CLIENTS = 8;
const ROUNDS = 60;

/** Starts the rivals, gives each the same orders round by round, and gathers what they were answered. */
async function race(sabotage: Sabotage, orders: readonly Order[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bord-race-'));
  const path = join(folder, 'bord.db');
  const storage = sqliteStorage({ path, migrate: true });
  const engine = createEngine({ storage });
  await engine.applyLocation(demoPlan, DEMO_ID);
  const rivals = Array.from({ length: PROCESSES }, () =>
    fork(new URL('rival.ts', import.meta.url), [path, sabotage], { execArgv: ['--conditions=source'] }),
  );
  try {
    await Promise.all(rivals.map((rival) => new Promise((ready) => rival.once('message', ready))));
    const rounds: Tally[] = [];
    for (const order of orders) {
      const tallies = rivals.map(
        (rival) =>
          new Promise<Tally>((done, fail) => {
            rival.once('message', done);
            rival.once('exit', (code) => fail(new Error(`a rival ended with ${code}`)));
          }),
      );
      for (const rival of rivals) rival.send({ ...order, clients: CLIENTS });
      rounds.push((await Promise.all(tallies)).flat());
      for (const rival of rivals) rival.removeAllListeners('exit');
    }
    return { rounds, bookings: await engine.listBookings('operator', DEMO_ID) };
  } finally {
    for (const rival of rivals) rival.disconnect();
    engine.detach();
    await storage.close();
    await rm(folder, { recursive: true });
  }
}

/** The only table for six, in another evening each round: two seatings on each of thirty days. */
const lastTable = (rounds: number): Order[] =>
  Array.from({ length: rounds }, (_, i) => ({ startMs: startOf(i), partySize: 6, idempotencyKey: null }));

const sameKey = (rounds: number): Order[] =>
  Array.from({ length: rounds }, (_, i) => ({ startMs: startOf(i), partySize: 6, idempotencyKey: `k${i}` }));

function startOf(round: number): number {
  const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 12 * 3_600_000;
  return noon + (2 + Math.floor(round / 2)) * 86_400_000 + (round % 2) * 4 * 3_600_000;
}

test('§4.3.1 §8 32 rivals in 4 processes for the last table, 60 rounds: one books, 31 are refused, each round', async () => {
  const { rounds, bookings } = await race('none', lastTable(ROUNDS));
  expect(rounds).toHaveLength(ROUNDS);
  for (const answers of rounds) {
    expect(answers).toHaveLength(PROCESSES * CLIENTS);
    expect(answers.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
    expect(answers.filter(({ kind, reason }) => kind === 'refused' && reason === 'tables')).toHaveLength(
      PROCESSES * CLIENTS - 1,
    );
  }
  expect(bookings).toHaveLength(ROUNDS);
});

test('§4.3.1 control: without a lock, and without the database’s own guard, the same race books the table twice', async () => {
  const { rounds } = await race('no lock', lastTable(10));
  expect(rounds.some((answers) => answers.filter(({ kind }) => kind === 'booked').length > 1)).toBe(true);
});

test('§4.3.5 32 retries of one key in 4 processes, 20 rounds: one booking, one answer for all', async () => {
  const { rounds, bookings } = await race('none', sameKey(20));
  for (const answers of rounds) {
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === 'replayed')).toHaveLength(PROCESSES * CLIENTS - 1);
  }
  expect(bookings).toHaveLength(20);
});

test('§4.3.5 control: with the key looked up before the lock only, the same race does not give every caller the booking', async () => {
  const { rounds } = await race('key looked up early', sameKey(10));
  expect(rounds.some((answers) => answers.some(({ kind }) => kind !== 'booked' && kind !== 'replayed'))).toBe(
    true,
  );
});
