/**
 * A process that works on a database, for tests of several processes.
 *
 *     … booking-process.ts migrate PATH        prints the migrations that it applied
 *     … booking-process.ts book PATH           prints the id of each booking once it is saved, until it is killed
 *     … booking-process.ts contend PATH SEED   books, cancels and re-seats at random; prints a tally
 *     … booking-process.ts deliver PATH [MS]   from that instant on settles what is due, and prints the id of each once it is saved,
 *                                              until nothing waits
 *     … booking-process.ts die PATH            leases 20, settles 10 and prints their ids, and is killed while it settles more
 *     … booking-process.ts take PATH           makes 1000 requests under a limit of 1000; prints how many were allowed
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, sqliteStorage } from '@bord/adapter-sqlite';
import type { Snapshot, LeasedDelivery, Location, Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';

const { aBooking, aDelivery, anAttempt, aScope, bookIfFree, FRIDAY_MS, LOCATION_ID, resultOf } = fixtures;
const HOUR_MS = 3_600_000;
const CALLERS = 8;
const REQUEST = { limit: 20, leaseMs: 300, perQueue: 20, inFlightByQueue: new Map<string, number>() };

const [task, path = '', seed = '0'] = process.argv.slice(2);
if (task === 'migrate') console.log(JSON.stringify(migrate({ path })));
if (task === 'take') await take();
if (task === 'book') await withStorage(book);
if (task === 'contend') await withStorage(contend);
if (task === 'deliver') await withStorage(deliver);
if (task === 'die') await withStorage(die);

async function withStorage(work: (storage: Storage, location: Location) => Promise<void>): Promise<void> {
  const storage = sqliteStorage({ path });
  const location = await storage.locations.get(LOCATION_ID);
  if (!location) throw new Error('the location is not there');
  await work(storage, location);
  await storage.close();
}

async function take(): Promise<void> {
  const storage = sqliteStorage({ path, migrate: true });
  const take20 = () =>
    Promise.all(Array.from({ length: 20 }, () => storage.rates.take('key', 1000, 600_000)));
  let allowed = 0;
  for (let i = 0; i < 50; i++) allowed += (await take20()).filter((stats) => stats.allowed).length;
  console.log(allowed);
  await storage.close();
}

async function book(storage: Storage, location: Location): Promise<void> {
  let made = 0;
  const caller = async (table: string): Promise<void> => {
    for (let slot = 0; ; slot++) {
      const booking = aBooking(`bk_${++made}`, {
        tables: [table],
        startMs: FRIDAY_MS + slot * 2 * HOUR_MS,
        idempotencyKey: `key ${made}`,
      });
      await storage.bookings.amend(aScope(location), bookIfFree(booking, [aDelivery(`d_${booking.id}`)]));
      process.stdout.write(`${booking.id}\n`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(`T${i}`)));
}

async function deliver(storage: Storage): Promise<void> {
  await sleep(Math.max(0, Number(seed) - Date.now()));
  for (;;) {
    const leased = await storage.outbox.lease(REQUEST);
    await Promise.all(leased.map((one) => settle(storage, one)));
    const nextMs = await storage.outbox.nextDueInMs();
    if (nextMs === null) return;
    await sleep(nextMs);
  }
}

async function die(storage: Storage): Promise<void> {
  const leased = await storage.outbox.lease(REQUEST);
  for (const one of leased.slice(0, 10)) await settle(storage, one);
  for (const one of leased.slice(10, 15)) void settle(storage, one);
  process.kill(process.pid, 'SIGKILL');
}

/** Settles as delivered, and increments the endpoint's failures, which shows lost or repeated settlements. */
async function settle(storage: Storage, leased: LeasedDelivery): Promise<void> {
  const isSettled = await storage.outbox.settle(leased, anAttempt(), (endpoint) => ({
    state: 'delivered',
    ...(endpoint && { endpoint: { ...endpoint, failedInARow: endpoint.failedInARow + 1 } }),
  }));
  if (isSettled) process.stdout.write(`${leased.id}\n`);
}

async function contend(storage: Storage, location: Location): Promise<void> {
  const random = seeded(Number(seed));
  const pick = (below: number): number => Math.floor(random() * below);
  const tally: Record<string, number> = {};
  const own: string[] = [];

  const step = async (id: string): Promise<string> => {
    const kind = pick(10);
    if (kind < 6 || own.length === 0) {
      const booking = aBooking(id, {
        tables: pick(3) === 0 ? ['A', 'B'] : [['A', 'B', 'C'][pick(3)] ?? 'A'],
        startMs: FRIDAY_MS + pick(12) * HOUR_MS,
      });
      const outcome = await resultOf(storage.bookings.amend(aScope(location), bookIfFree(booking)));
      if (outcome === 'booked') own.push(id);
      return outcome;
    }
    if (kind < 8) {
      const named = { bookingId: own.splice(pick(own.length), 1)[0] ?? '' };
      return resultOf(
        storage.bookings.amend(aScope(location, { named }), (snapshot) => ({
          result: 'cancelled',
          booking: { ...snapshot.named!, status: 'cancelled' as const },
        })),
      );
    }
    return resultOf(storage.bookings.amend(aScope(location), (snapshot) => swap(snapshot)));
  };

  const caller = async (number: number): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      const outcome = await step(`bk_${seed}_${number}_${i}`).catch(
        (error: unknown) => `failed: ${String(error)}`,
      );
      tally[outcome] = (tally[outcome] ?? 0) + 1;
      if (pick(4) === 0) await sleep(1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  console.log(JSON.stringify(tally));
}

/** Makes two bookings of the same time, at one table each, trade places. */
function swap(snapshot: Snapshot) {
  for (const one of snapshot.bookings) {
    const other = snapshot.bookings.find(
      ({ id, startMs, tables }) =>
        id !== one.id && startMs === one.startMs && tables.length === 1 && one.tables.length === 1,
    );
    if (!other) continue;
    const reseatings = [
      { bookingId: one.id, tables: other.tables },
      { bookingId: other.id, tables: one.tables },
    ];
    return { result: 'swapped', reseatings };
  }
  return { result: 'nothing to swap' };
}

/** Marsaglia's xorshift, 32 bits. */
function seeded(start: number): () => number {
  let state = start * 2_654_435_761 + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
