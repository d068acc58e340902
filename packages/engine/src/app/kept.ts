/**
 * What one process keeps in memory to answer quickly: plans, service days, and the evenings it has lately read. Nothing here
 * decides a booking; a stale entry can only make an answer old, and at most {@link AVAILABILITY_CACHE_SECONDS} (D7).
 */
import type { DiaryBooking } from '../core/diary.ts';
import { type Evening, eveningOf, frozenFromMs } from '../core/evening.ts';
import { MINUTE_MS, SECOND_MS, span } from '../core/interval.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { LocalDate } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { type ServiceDay, serviceDayOf } from '../core/service-day.ts';
import { type BookingWindow, bookingWindowOf, type ReachableDates, reachableDatesOf } from '../core/slots.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';

/** An evening as it was read. The stamp is of this reading alone: an answer made from it may be kept under it. */
export interface KeptEvening {
  readonly evening: Evening;
  readonly stamp: number;
  readonly freshUntilMs: number;
}

interface Entry {
  readonly location: Location;
  /** Changes when something is forgotten: a reading that began before must not be kept. */
  epoch: number;
  dates: ReachableDates | null;
  readonly days: Map<LocalDate, ServiceDay>;
  readonly evenings: Map<LocalDate, KeptEvening>;
}

/** Service days and evenings kept for one location: some years of dates. */
const DATES_MAX = 1000;

/** The memory of one process. Bounded: what it holds of a location never exceeds {@link DATES_MAX} dates. */
export class Kept {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #entries = new Map<string, { entry: Entry; readUntilMs: number }>();
  #epochs = 0;
  /** Counts how often plans have been forgotten. */
  #forgotten = 0;
  #stamps = 0;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The location's plan, at most some seconds old; `anew` reads it in any case. Null when there is no such location. */
  async location(locationId: string, anew = false): Promise<Location | null> {
    const nowMs = this.#clock.nowMs();
    const known = this.#entries.get(locationId);
    if (known && !anew && nowMs < known.readUntilMs) return known.entry.location;
    const forgotten = this.#forgotten;
    const read = await this.#storage.locations.get(locationId);
    // An unknown id leaves nothing behind, and what was forgotten meanwhile must not come back.
    if (!read || forgotten !== this.#forgotten) return read;
    const current = this.#entries.get(locationId);
    const isCurrent = current !== undefined && current.entry.location.revision >= read.revision;
    const entry: Entry = isCurrent
      ? current.entry
      : { location: read, epoch: ++this.#epochs, dates: null, days: new Map(), evenings: new Map() };
    this.#entries.set(locationId, { entry, readUntilMs: nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS });
    return entry.location;
  }

  /** Changes whenever something of the location has been forgotten; with each call while nothing of it is kept. */
  epoch(locationId: string): number {
    return this.#entries.get(locationId)?.entry.epoch ?? ++this.#epochs;
  }

  /** What may be booked now. */
  bookingWindow(location: Location): BookingWindow {
    const nowMs = this.#clock.nowMs();
    const entry = this.#entryOf(location);
    if (!entry) return bookingWindowOf(location, nowMs);
    if (!entry.dates || nowMs >= entry.dates.untilMs) entry.dates = reachableDatesOf(location, nowMs);
    return bookingWindowOf(location, nowMs, entry.dates);
  }

  serviceDay(location: Location, date: LocalDate): ServiceDay {
    const days = this.#entryOf(location)?.days;
    const known = days?.get(date);
    if (known) return known;
    const day = serviceDayOf(location, date);
    if (days) keep(days, date, day);
    return day;
  }

  /** The evenings of these dates, in their order; those that must be read are read in one query. */
  async evenings(location: Location, dates: readonly LocalDate[]): Promise<readonly KeptEvening[]> {
    const nowMs = this.#clock.nowMs();
    const entry = this.#entryOf(location);
    const found = new Map<LocalDate, KeptEvening>();
    for (const date of dates) {
      const kept = entry?.evenings.get(date);
      if (kept && nowMs < kept.freshUntilMs) found.set(date, kept);
    }
    const missing = dates.filter((date) => !found.has(date)).map((date) => this.serviceDay(location, date));
    if (missing.length > 0) {
      const epoch = entry?.epoch;
      const bookings = await this.#storage.bookings.diary(
        location.id,
        missing.map((day) => day.interval).reduce(span),
      );
      const shares = bookingsByDay(missing, bookings);
      for (const [i, day] of missing.entries()) {
        const evening = eveningOf(location, day, shares[i]!, nowMs);
        const kept = { evening, stamp: ++this.#stamps, freshUntilMs: freshUntilMs(evening, nowMs) };
        found.set(day.date, kept);
        if (entry && entry.epoch === epoch) keep(entry.evenings, day.date, kept);
      }
    }
    return dates.map((date) => found.get(date)!);
  }

  /** Bookings on these calendar dates have changed. */
  forgetDates(locationId: string, dates: readonly LocalDate[]): void {
    const entry = this.#entries.get(locationId)?.entry;
    if (!entry) return;
    entry.epoch = ++this.#epochs;
    for (const [date, { evening }] of entry.evenings) {
      if (evening.day.dates.some((touched) => dates.includes(touched))) entry.evenings.delete(date);
    }
  }

  forgetLocation(locationId: string): void {
    this.#forgotten++;
    this.#entries.delete(locationId);
  }

  forgetAll(): void {
    this.#forgotten++;
    this.#entries.clear();
  }

  /** The entry of exactly this plan: what belongs to another revision is not mixed in. */
  #entryOf(location: Location): Entry | undefined {
    const entry = this.#entries.get(location.id)?.entry;
    return entry?.location === location ? entry : undefined;
  }
}

function keep<T>(entries: Map<LocalDate, T>, date: LocalDate, entry: T): void {
  if (entries.size >= DATES_MAX) entries.clear();
  entries.set(date, entry);
}

/** Shares the bookings of a range out among its days, each to every day that it touches. */
function bookingsByDay(days: readonly ServiceDay[], bookings: readonly DiaryBooking[]): DiaryBooking[][] {
  const sorted = bookings.toSorted((a, b) => a.startMs - b.startMs);
  const longestMs = bookings.reduce(
    (most, { startMs, blockedUntilMs }) => Math.max(most, blockedUntilMs - startMs),
    0,
  );
  let first = 0; // days are in order, so what lies before one lies before the next
  return days.map(({ interval }) => {
    while (first < sorted.length && sorted[first]!.startMs < interval.startMs - longestMs) first++;
    const touching: DiaryBooking[] = [];
    for (let i = first; i < sorted.length && sorted[i]!.startMs < interval.endMs; i++) {
      if (sorted[i]!.blockedUntilMs > interval.startMs) touching.push(sorted[i]!);
    }
    return touching;
  });
}

/**
 * An evening's answers hold until their time is up, until its next slot can no longer be booked, or until a booking of it can no
 * longer be re-seated.
 */
function freshUntilMs({ location, day, bookings }: Evening, nowMs: number): number {
  const leadMs = location.leadTimeMinutes * MINUTE_MS;
  let until = nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS;
  for (const { period, opensMs, closesMs } of day.periods) {
    const stepMs = period.slotStepMinutes * MINUTE_MS;
    const steps = Math.max(0, Math.ceil((nowMs + leadMs - opensMs) / stepMs));
    const next = opensMs + steps * stepMs;
    if (next <= closesMs) until = Math.min(until, next - leadMs + 1);
  }
  for (const booking of bookings) {
    const frozenMs = frozenFromMs(location, booking);
    if (frozenMs > nowMs) until = Math.min(until, frozenMs);
  }
  return until;
}
