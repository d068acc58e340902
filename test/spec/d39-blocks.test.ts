/** Blocks of tables on every storage, by several concurrent servers (D39). */
import { createEngine, type Engine, HOUR_MS, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { type OpenStorage, type StorageKind, storages } from '../support/storages.ts';

const { aCaller, aRequest, aTable, aLocation, FRIDAY_MS, LOCATION_ID } = fixtures;
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const TABLES = ['A', 'B', 'C', 'D'];

interface OpenRestaurant {
  readonly opened: OpenStorage;
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

/** Two servers on one database; on the storage in memory, which tells no other, one server twice. */
async function aRestaurant({ name, open }: StorageKind): Promise<OpenRestaurant> {
  const clock = { nowMs: () => FRIDAY_MS };
  const opened = await open(clock);
  const floorPlan = { tables: TABLES.map((id) => aTable(id)), combinations: [], wastedSeatsMax: null };
  await aLocation(opened.storage, { floorPlan });
  const here = createEngine({ storage: opened.storage, clock });
  const engines = [here, name === 'memory' ? here : createEngine({ storage: await opened.reopen(), clock })];
  const close = async (): Promise<void> => {
    for (const engine of engines) engine.detach();
    await opened.close();
  };
  return { opened, engines, close };
}

/** No table is held twice, and parties without a table are listed. */
async function assertSound(storage: Storage, engine: Engine): Promise<void> {
  const rows = await storage.bookings.list(LOCATION_ID);
  const live = rows.filter(({ status }) => status === 'confirmed');
  for (const [i, one] of live.entries())
    for (const other of live.slice(i + 1))
      expect(
        one.startMs < other.blockedUntilMs &&
          other.startMs < one.blockedUntilMs &&
          one.tables.some((id) => other.tables.includes(id)),
      ).toBe(false);
  const waiting = live.filter(({ kind, tables }) => kind === 'booking' && tables.length === 0);
  const listed = await engine.operator.at(LOCATION_ID).bookings.unseated();
  expect(listed.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
}

for (const kind of storages) {
  const { name } = kind;
  test(`D39 §4.3.1 concurrent blocks, bookings and assignments from two servers: no table is held twice, no party is lost, no fault [${name}]`, async () => {
    const { opened, engines, close } = await aRestaurant(kind);
    const ends: Record<string, number> = {};
    const count = (end: string): void => void (ends[end] = (ends[end] ?? 0) + 1);
    for (let round = 0; round < inFull(20, 5); round++) {
      const startMs = SIX_MS + round * 24 * HOUR_MS;
      const on = (i: number): Engine => engines[i % 2]!;
      const books = Array.from({ length: 6 }, async (_, i) => {
        const made = await on(i)
          .partner(aCaller())
          .createBooking(LOCATION_ID, aRequest(startMs + (i % 2) * HOUR_MS, { partySize: 3 }));
        count(made.kind);
        if (made.kind === 'booked' && i % 3 === 0)
          count(
            `assign ${(await on(i + 1).operator.bookings.assign(made.booking.id, { tables: ['A'] })).kind}`,
          );
      });
      const blocks = Array.from({ length: 4 }, async (_, i) => {
        const outcome = await on(i)
          .operator.at(LOCATION_ID)
          .tables.block({
            tables: [TABLES[i % 3]!],
            startMs: startMs - HOUR_MS,
            endMs: startMs + 3 * HOUR_MS,
            force: i % 2 === 0,
          });
        count(`block ${outcome.kind}`);
        if (outcome.kind === 'blocked' && i === 2)
          count((await on(i + 1).operator.tables.unblock(outcome.block.id)).kind);
      });
      await Promise.all([...books, ...blocks]);
      await assertSound(opened.storage, engines[0]!);
      for (const { id } of await engines[0]!.operator.at(LOCATION_ID).bookings.unseated())
        count(`seat ${(await on(round).operator.bookings.assign(id)).kind}`);
      await assertSound(opened.storage, engines[1]!);
    }
    const { booked = 0, unblocked = 0, 'block blocked': blocked = 0, 'block refused': refused = 0 } = ends;
    expect(Math.min(booked, unblocked, blocked, refused), JSON.stringify(ends)).toBeGreaterThan(0);
    await close();
  });

  test(`D7 D39 a block on one server is seen by the other on each of its dates [${name}]`, async () => {
    const { engines, close } = await aRestaurant(kind);
    const [here, there] = engines as [Engine, Engine];
    const coversOn = async (engine: Engine, date: string): Promise<number> => {
      const { answer } = await engine
        .partner(aCaller())
        .readAvailability(LOCATION_ID, { date, partySize: 2 });
      return Math.min(...answer.slots.map(({ remainingCovers }) => remainingCovers));
    };
    const dates = ['2030-03-02', '2030-03-05', '2030-03-08'];
    for (const date of dates) expect(await coversOn(there, date)).toBe(16);
    const outcome = await here.operator.at(LOCATION_ID).tables.block({
      tables: ['A', 'B'],
      startMs: SIX_MS,
      endMs: SIX_MS + 7 * 24 * HOUR_MS,
    });
    for (const date of dates) await expect.poll(() => coversOn(there, date)).toBe(8);
    if (outcome.kind === 'blocked') await here.operator.tables.unblock(outcome.block.id);
    for (const date of dates) await expect.poll(() => coversOn(there, date)).toBe(16);
    await close();
  });
}
