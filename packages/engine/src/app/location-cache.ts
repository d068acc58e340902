/**
 * The data that one process caches: plans, service days, and days that it has read. A booking is never decided on cached bookings: its step reads
 * them under a lock. A step is prepared on a cached plan and service day, and the storage rejects it if their revision is not the current one. A
 * stale entry makes an answer at most {@link AVAILABILITY_CACHE_SECONDS} old (D7).
 */
import { BoundedMap } from '../core/bounded-map.ts';
import type { DayState, MemoryOf } from '../core/seating/day-state.ts';
import { rangeOfDay } from '../core/seating/read-range.ts';
import { isEmpty, type Memory, newMemory } from '../core/seating/solver/arrangements.ts';
import { contains, type Interval, MINUTE_MS, SECOND_MS } from '../core/instant.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { LocalDate } from '../core/local-date.ts';
import type { Location } from '../core/location/location.ts';
import { type ServiceDay, serviceDayOf } from '../core/location/service-day.ts';
import {
  type BookingWindow,
  bookingWindowOf,
  type ReachableDates,
  reachableDatesOf,
} from '../core/location/slots.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { AnswerCache } from './answer-cache.ts';
import { readDays } from './read-days.ts';
import type { CachedDay } from './shown-days.ts';
import { createSingleFlight } from './single-flight.ts';

interface Known {
  readonly entry: Entry;
  readonly readUntilMs: number;
}

interface Entry {
  readonly location: Location;
  /** Changes when data is dropped: a read that began before must not be kept. */
  epoch: number;
  dates: ReachableDates | null;
  readonly days: BoundedMap<LocalDate, ServiceDay>;
  readonly states: BoundedMap<LocalDate, CachedDay>;
  /** Search results for hard days, which outlast a single read of the day. */
  readonly memories: BoundedMap<LocalDate, { readonly memory: Memory; readonly usedMs: number }>;
}

/** Service days and days kept for one location: some years of dates. */
const DATES_MAX = 1000;
/** The limit for all locations together, some hundred MB: a thousand locations with ranges of two months. */
const DATES_IN_ALL_MAX = 50_000;

/** A location without requests for this long is asleep: only search results of hard days are kept. */
const ASLEEP_MS = MINUTE_MS;

/** The number of days of a location with kept search results, and how long they are kept without requests. */
const MEMORIES_MAX = 32;
const MEMORIES_MS = 10 * MINUTE_MS;

/** The interval at which stale entries are removed. */
const SWEEP_MS = AVAILABILITY_CACHE_SECONDS * SECOND_MS;

/** Bounded by {@link DATES_MAX} and {@link DATES_IN_ALL_MAX}. The least recently read location is evicted first. */
export class LocationCache {
  /** The availability answers computed from the days. */
  readonly answers = new AnswerCache();
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #entries: BoundedMap<string, Known>;
  readonly #readings = createSingleFlight<readonly CachedDay[]>();
  #epochs = 0;
  /** Counts how often plans have been dropped. */
  #forgotten = 0;
  #sweeping: NodeJS.Timeout | undefined;

  /** @param datesMax limit for all locations together; a location itself counts as one. 0: no entry is kept */
  constructor(storage: Storage, clock: Clock, datesMax = DATES_IN_ALL_MAX) {
    this.#storage = storage;
    this.#clock = clock;
    this.#entries = new BoundedMap(datesMax);
  }

  /** The location's plan, at most some seconds old; `anew` always reads it. Null for an unknown location. */
  async location(locationId: string, anew = false): Promise<Location | null> {
    const known = anew ? null : this.recall(locationId);
    if (known) return known;
    const nowMs = this.#clock.nowMs();
    const forgotten = this.#forgotten;
    const read = await this.#storage.locations.get(locationId);
    // An unknown id must leave no entry, and a plan dropped during the read must not return.
    if (!read || forgotten !== this.#forgotten) return read;
    const current = this.#entries.get(locationId);
    const isCurrent = current !== undefined && current.entry.location.revision >= read.revision;
    const entry: Entry = isCurrent
      ? current.entry
      : {
          location: read,
          epoch: ++this.#epochs,
          dates: null,
          days: new BoundedMap(DATES_MAX),
          states: new BoundedMap(DATES_MAX),
          memories: new BoundedMap(MEMORIES_MAX),
        };
    this.#keep({ entry, readUntilMs: nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS });
    this.#sweepLater();
    return entry.location;
  }

  /** The plan that {@link location} would return without reading; null if it must be read. */
  recall(locationId: string): Location | null {
    const known = this.#entries.get(locationId);
    return known && this.#clock.nowMs() < known.readUntilMs ? known.entry.location : null;
  }

  /** The day that {@link states} would return without reading; null if it must be read. */
  recallDay(location: Location, date: LocalDate): CachedDay | null {
    const cached = this.#entryOf(location)?.states.get(date);
    return cached && this.#clock.nowMs() < cached.freshUntilMs ? cached : null;
  }

  /** Changes whenever data of the location is dropped, and with each call while no entry exists. */
  epoch(locationId: string): number {
    return this.#entries.get(locationId)?.entry.epoch ?? ++this.#epochs;
  }

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
    days?.set(date, day);
    return day;
  }

  /** The days, in order. Missing ones are read in one query, which concurrent callers share until the location changes. */
  async states(location: Location, dates: readonly LocalDate[]): Promise<readonly CachedDay[]> {
    const entry = this.#entryOf(location);
    const known = dates.map((date) => this.recallDay(location, date));
    const missing = dates.filter((_, i) => !known[i]).map((date) => this.serviceDay(location, date));
    const ask = (): Promise<readonly CachedDay[]> => this.#read(location, missing, entry);
    const flight = `${location.id} ${entry?.epoch} ${missing.map(({ date }) => date).join()}`;
    const read = missing.length === 0 ? [] : await (entry ? this.#readings.share(flight, ask) : ask());
    let next = 0;
    return known.map((cached) => cached ?? read[next++]!);
  }

  /** The day of a date with every booking that can make room in an interval (D2): the cached day, or one with a wider range. */
  async stateAround(location: Location, date: LocalDate, held: Interval): Promise<DayState> {
    const [cached] = await this.states(location, [date]);
    const { state } = cached!;
    const nowMs = this.#clock.nowMs();
    if (contains(state.day.read, rangeOfDay(location, state.day, state.bookings, nowMs, held))) return state;
    const memory = this.memoryOf(location);
    const [around] = await readDays({ storage: this.#storage, location, nowMs, memory }, [state.day], held);
    return around!.state;
  }

  /** @param entry the entry of exactly this plan, if any; the days are kept there unless data was dropped during the read */
  async #read(
    location: Location,
    missing: readonly ServiceDay[],
    entry: Entry | undefined,
  ): Promise<readonly CachedDay[]> {
    const nowMs = this.#clock.nowMs();
    const epoch = entry?.epoch;
    const read = await readDays(
      { storage: this.#storage, location, nowMs, memory: this.memoryOf(location) },
      missing,
    );
    if (entry && entry.epoch === epoch) for (const cached of read) this.#keepDay(entry, cached);
    const now = this.#entries.get(location.id);
    if (now && now.entry === entry) this.#keep(now);
    return read;
  }

  /** The search results of the days of this plan, for reading and adding. */
  memoryOf(location: Location): MemoryOf {
    const memories = this.#entryOf(location)?.memories;
    return (date) => {
      const known = memories?.get(date);
      const memory = known?.memory ?? newMemory();
      memories?.set(date, { memory, usedMs: this.#clock.nowMs() });
      return memory;
    };
  }

  /** Drops the days of these calendar dates, because bookings have changed. */
  forgetDates(locationId: string, dates: readonly LocalDate[]): void {
    const entry = this.#entries.get(locationId)?.entry;
    if (!entry) return;
    entry.epoch = ++this.#epochs;
    this.answers.forgetRanges(locationId);
    for (const [, cached] of entry.states) {
      if (cached.state.day.dates.some((touched) => dates.includes(touched))) this.#forgetDay(entry, cached);
    }
  }

  forgetLocation(locationId: string): void {
    this.#forgotten++;
    this.#forgetEntry(locationId);
  }

  forgetAll(): void {
    this.#forgotten++;
    for (const [locationId] of this.#entries) this.#forgetEntry(locationId);
  }

  #forgetEntry(locationId: string): void {
    const entry = this.#entries.get(locationId)?.entry;
    for (const [, cached] of entry?.states ?? []) this.answers.forget(cached);
    this.answers.forgetRanges(locationId);
    this.#entries.delete(locationId);
  }

  /** Makes it the most recently read entry, with its present weight. */
  #keep(known: Known): void {
    const { location, days, states } = known.entry;
    this.#entries.set(location.id, known, 1 + days.size + states.size);
  }

  #keepDay({ states, days }: Entry, cached: CachedDay): void {
    const { date } = cached.state.day;
    const before = states.get(date);
    if (before) this.answers.forget(before);
    states.set(date, cached);
    // The next step and the next read begin with the range of this one.
    days.set(date, cached.state.day);
  }

  #forgetDay({ states }: Entry, cached: CachedDay): void {
    states.delete(cached.state.day.date);
    this.answers.forget(cached);
  }

  #sweepLater(): void {
    if (this.#sweeping) return;
    const self = new WeakRef(this);
    const sweep = (): void => {
      const cache = self.deref();
      try {
        if (cache) cache.#sweepAgain();
      } catch {
        // The clock is wrong: the next request throws.
      }
    };
    this.#sweeping = setTimeout(sweep, SWEEP_MS).unref();
  }

  #sweepAgain(): void {
    this.sweep();
    if (this.#entries.size > 0 || this.answers.stats().bytes > 0) this.#sweeping?.refresh();
    else this.#sweeping = undefined;
  }

  /** Removes stale entries and those without recent requests. Runs automatically every few seconds. */
  sweep(): void {
    const nowMs = this.#clock.nowMs();
    for (const [locationId, known] of this.#entries) {
      const { entry, readUntilMs } = known;
      for (const [, cached] of entry.states) if (nowMs >= cached.freshUntilMs) this.#forgetDay(entry, cached);
      for (const [date, { memory, usedMs }] of entry.memories) {
        if (nowMs >= usedMs + SWEEP_MS) memory.searches.length = 0; // the largest part of the search results
        if (nowMs >= usedMs + (isEmpty(memory) ? ASLEEP_MS : MEMORIES_MS)) entry.memories.delete(date);
      }
      if (nowMs < readUntilMs + ASLEEP_MS || entry.states.size > 0) continue;
      if (entry.memories.size === 0) this.#forgetEntry(locationId);
      else entry.days.clear();
    }
    this.answers.sweep(nowMs);
  }

  /** The number of locations in the cache. */
  get size(): number {
    return this.#entries.size;
  }

  /** The entry of exactly this plan: data of different revisions is not mixed. */
  #entryOf(location: Location): Entry | undefined {
    const entry = this.#entries.get(location.id)?.entry;
    return entry?.location === location ? entry : undefined;
  }
}
