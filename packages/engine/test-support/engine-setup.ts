/** Engines on one storage in memory, with a manual clock. */
import { aBooking, aLocation, aScope, save } from '../src/contract/fixtures.ts';
import type { Booking } from '../src/core/booking/booking.ts';
import { DAY_MS, HOUR_MS } from '../src/core/instant.ts';
import type { MaintenanceOptions } from '../src/app/background/maintenance.ts';
import { createEngine, type Engine, type EngineOptions } from '../src/engine.ts';
import { memoryStorage } from '../src/memory/memory-storage.ts';
import type { Fact } from '../src/ports/observer.ts';
import type { Storage } from '../src/ports/storage.ts';

export interface EngineSetup {
  readonly clock: { nowMs: number };
  readonly storage: Storage;
  readonly facts: Fact[];
  /** Another engine, like that of a separate process; the given options replace the defaults. */
  engine(given?: Partial<EngineOptions>): Engine;
}

/** 2030-03-01T12:00:00Z, a Friday. */
export const NOON_MS = Date.UTC(2030, 2, 1, 12);

export function engineSetup(): EngineSetup {
  const clock = { nowMs: NOON_MS };
  const now = { nowMs: () => clock.nowMs };
  const storage = memoryStorage(now);
  const facts: Fact[] = [];
  return {
    clock,
    storage,
    facts,
    engine: (given = {}) =>
      createEngine({ storage, clock: now, observer: (fact) => void facts.push(fact), ...given }),
  };
}

/** A booking that ended this many days ago, or will end; each at a separate table. */
export async function aVisitEnding(
  { storage, clock }: EngineSetup,
  id: string,
  inDays: number,
  given: Partial<Booking> = {},
): Promise<Booking> {
  const locationId = given.locationId ?? aBooking('').locationId;
  const location = (await storage.locations.get(locationId)) ?? (await aLocation(storage, {}, locationId));
  const endMs = clock.nowMs + inDays * DAY_MS;
  const booking = aBooking(id, { startMs: endMs - 2 * HOUR_MS, endMs, tables: [id], ...given });
  await storage.bookings.amend(aScope(location), save({ booking }));
  return booking;
}

/** Lets days pass, with nightly maintenance in each, and returns all finished tasks. */
export async function passNights(
  { clock }: Pick<EngineSetup, 'clock'>,
  engine: Engine,
  days: number,
  options: MaintenanceOptions = {},
): Promise<readonly string[]> {
  const done: string[] = [];
  for (let day = 0; day < days; day++) {
    clock.nowMs += DAY_MS;
    done.push(...(await engine.background.runMaintenance(options)));
  }
  return done;
}
