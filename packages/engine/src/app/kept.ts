/**
 * What one process keeps in memory to answer quickly: plans, service days, and the evenings it has lately read. Nothing here
 * decides a booking; a stale entry can only make an answer at most {@link AVAILABILITY_CACHE_SECONDS} old (D7).
 */
import { type Evening, eveningOf } from '../core/evening.ts';
import { MINUTE_MS, overlaps, SECOND_MS, span } from '../core/interval.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { LocalDate } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { type ServiceDay, serviceDayOf } from '../core/service-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';

/** An evening as it was read. `stamp` is of this reading alone: an answer made from it may be kept under it. */
export interface KeptEvening {
  readonly evening: Evening;
  readonly stamp: number;
  readonly freshUntilMs: number;
}

export interface Kept {
  /** The location's plan, at most some seconds old; `anew` reads it in any case. */
  location(locationId: string, anew?: boolean): Promise<Location | null>;
  serviceDay(location: Location, date: LocalDate): ServiceDay;
  /** Changes whenever something of the location has been forgotten. */
  epoch(locationId: string): number;
  /** The evenings of these dates, in their order; those that must be read are read in one query. */
  evenings(location: Location, dates: readonly LocalDate[]): Promise<readonly KeptEvening[]>;
  /** Bookings on these calendar dates have changed. */
  forgetDates(locationId: string, dates: readonly LocalDate[]): void;
  forgetLocation(locationId: string): void;
  forgetAll(): void;
}

interface Entry {
  location: Location | null;
  readUntilMs: number;
  days: Map<LocalDate, ServiceDay>;
  evenings: Map<LocalDate, KeptEvening>;
  /** Changes when something is forgotten: a reading that began before must not be kept. */
  forgotten: number;
}

/** Service days and evenings kept for one location: some years of dates. */
const DATES_MAX = 1000;

export function createKept(storage: Storage, clock: Clock): Kept {
  const entries = new Map<string, Entry>();
  let stamps = 0;
  let epochs = 0;

  const entryOf = (locationId: string): Entry => {
    let entry = entries.get(locationId);
    if (!entry) {
      entry = {
        location: null,
        readUntilMs: 0,
        days: new Map(),
        evenings: new Map(),
        forgotten: (epochs += 1),
      };
      entries.set(locationId, entry);
    }
    return entry;
  };

  async function location(locationId: string, anew = false): Promise<Location | null> {
    const known = entries.get(locationId);
    if (!anew && known?.location && clock.nowMs() < known.readUntilMs) return known.location;
    const nowMs = clock.nowMs();
    const read = await storage.locations.get(locationId);
    if (!read) return null; // an unknown id leaves nothing behind
    const entry = entryOf(locationId);
    if (entry.location?.revision !== read.revision) {
      Object.assign(entry, {
        location: read,
        days: new Map(),
        evenings: new Map(),
        forgotten: (epochs += 1),
      });
    }
    entry.readUntilMs = nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS;
    return entry.location;
  }

  function serviceDay(of: Location, date: LocalDate): ServiceDay {
    const entry = entryOf(of.id);
    if (entry.location !== of) return serviceDayOf(of, date);
    let day = entry.days.get(date);
    if (!day) {
      if (entry.days.size >= DATES_MAX) entry.days.clear();
      entry.days.set(date, (day = serviceDayOf(of, date)));
    }
    return day;
  }

  async function evenings(of: Location, dates: readonly LocalDate[]): Promise<readonly KeptEvening[]> {
    const nowMs = clock.nowMs();
    const entry = entryOf(of.id);
    const found = new Map<LocalDate, KeptEvening>();
    for (const date of dates) {
      const kept = entry.location === of ? entry.evenings.get(date) : undefined;
      if (kept && nowMs < kept.freshUntilMs) found.set(date, kept);
    }
    const missing = dates.filter((date) => !found.has(date)).map((date) => serviceDay(of, date));
    if (missing.length > 0) {
      const { forgotten } = entry;
      const bookings = await storage.bookings.diary(of.id, missing.map((day) => day.interval).reduce(span));
      const isCurrent = entry.location === of && entry.forgotten === forgotten;
      for (const day of missing) {
        const touching = bookings.filter(({ startMs, blockedUntilMs }) =>
          overlaps({ startMs, endMs: blockedUntilMs }, day.interval),
        );
        const kept = {
          evening: eveningOf(of, day, touching),
          stamp: ++stamps,
          freshUntilMs: freshUntilMs(of, day, nowMs),
        };
        found.set(day.date, kept);
        if (isCurrent) keep(entry, day.date, kept);
      }
    }
    return dates.map((date) => found.get(date)!);
  }

  function forgetDates(locationId: string, dates: readonly LocalDate[]): void {
    const entry = entries.get(locationId);
    if (!entry) return;
    entry.forgotten = epochs += 1;
    for (const [date, { evening }] of entry.evenings) {
      if (evening.day.dates.some((touched) => dates.includes(touched))) entry.evenings.delete(date);
    }
  }

  const epoch = (locationId: string): number => entries.get(locationId)?.forgotten ?? 0;
  const forgetLocation = (locationId: string): void => void entries.delete(locationId);
  const forgetAll = (): void => entries.clear();
  return { location, serviceDay, epoch, evenings, forgetDates, forgetLocation, forgetAll };
}

function keep(entry: Entry, date: LocalDate, kept: KeptEvening): void {
  if (entry.evenings.size >= DATES_MAX) entry.evenings.clear();
  entry.evenings.set(date, kept);
}

/** An evening's answers hold until their time is up, or until its next slot can no longer be booked. */
function freshUntilMs(location: Location, day: ServiceDay, nowMs: number): number {
  const leadMs = location.leadTimeMinutes * MINUTE_MS;
  let until = nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS;
  for (const { period, opensMs, closesMs } of day.periods) {
    const stepMs = period.slotStepMinutes * MINUTE_MS;
    const steps = Math.max(0, Math.ceil((nowMs + leadMs - opensMs) / stepMs));
    const next = opensMs + steps * stepMs;
    if (next <= closesMs) until = Math.min(until, next - leadMs + 1);
  }
  return until;
}
