/**
 * What one process keeps in memory to answer quickly: plans, service days, and the days it has lately read. No booking is decided on
 * bookings from here: a step reads them under its lock. It is prepared on a plan and a service day from here, and the storage refuses it
 * when their revision is no longer the current one. A stale entry makes an answer old, by at most {@link AVAILABILITY_CACHE_SECONDS} (D7).
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
  /** Changes when something is forgotten: a reading that began before must not be kept. */
  epoch: number;
  dates: ReachableDates | null;
  readonly days: BoundedMap<LocalDate, ServiceDay>;
  readonly states: BoundedMap<LocalDate, CachedDay>;
  /** What was found out about days that are hard to seat, beyond one reading of them. */
  readonly memories: BoundedMap<LocalDate, { readonly memory: Memory; readonly usedMs: number }>;
}

/** Service days and days kept for one location: some years of dates. */
const DATES_MAX = 1000;
/** And for all locations together, some hundred MB: of a thousand locations that are asked for a range of two months, and of more that are asked for a day. */
const DATES_IN_ALL_MAX = 50_000;

/** A location that nobody has asked for in so long is asleep: nothing of it is kept but what was found out about days that are hard to seat. */
const ASLEEP_MS = MINUTE_MS;

/** Of so many days of a location it is remembered what was found out about them, and how long when nobody asks. */
const MEMORIES_MAX = 32;
const MEMORIES_MS = 10 * MINUTE_MS;

/** What is stale is looked for so often: the entries of which nobody asks any more would otherwise stay. */
const SWEEP_MS = AVAILABILITY_CACHE_SECONDS * SECOND_MS;

/** Bounded by {@link DATES_MAX} and {@link DATES_IN_ALL_MAX}: the least recently read location makes room. */
export class LocationCache {
  /** What has been answered from the days. */
  readonly answers = new AnswerCache();
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #entries: BoundedMap<string, Known>;
  readonly #readings = createSingleFlight<readonly CachedDay[]>();
  #epochs = 0;
  /** Counts how often plans have been forgotten. */
  #forgotten = 0;
  #sweeping: NodeJS.Timeout | undefined;

  /** @param datesMax of all locations together; a location itself counts as one. 0: nothing is kept */
  constructor(storage: Storage, clock: Clock, datesMax = DATES_IN_ALL_MAX) {
    this.#storage = storage;
    this.#clock = clock;
    this.#entries = new BoundedMap(datesMax);
  }

  /** The location's plan, at most some seconds old; `anew` reads it in any case. Null when there is no such location. */
  async location(locationId: string, anew = false): Promise<Location | null> {
    const known = anew ? null : this.recall(locationId);
    if (known) return known;
    const nowMs = this.#clock.nowMs();
    const forgotten = this.#forgotten;
    const read = await this.#storage.locations.get(locationId);
    // An unknown id leaves nothing behind, and what was forgotten meanwhile must not come back.
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

  /** The plan as {@link location} would answer it without reading; null when it has to be read. */
  recall(locationId: string): Location | null {
    const known = this.#entries.get(locationId);
    return known && this.#clock.nowMs() < known.readUntilMs ? known.entry.location : null;
  }

  /** The day as {@link states} would answer it without reading; null when it has to be read. */
  recallDay(location: Location, date: LocalDate): CachedDay | null {
    const cached = this.#entryOf(location)?.states.get(date);
    return cached && this.#clock.nowMs() < cached.freshUntilMs ? cached : null;
  }

  /** Changes whenever something of the location has been forgotten; with each call while nothing of it is kept. */
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

  /** The days, in order; missing ones are read in one query, which callers share until anything of the location changes. */
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

  /** The day of a date with every booking that can make room in an interval (D2): the cached day, or one that is read further. */
  async stateAround(location: Location, date: LocalDate, held: Interval): Promise<DayState> {
    const [cached] = await this.states(location, [date]);
    const { state } = cached!;
    const nowMs = this.#clock.nowMs();
    if (contains(state.day.read, rangeOfDay(location, state.day, state.bookings, nowMs, held))) return state;
    const memory = this.memoryOf(location);
    const [around] = await readDays({ storage: this.#storage, location, nowMs, memory }, [state.day], held);
    return around!.state;
  }

  /** @param entry of exactly this plan, if there is one: the days are kept there, unless something has been forgotten meanwhile */
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

  /** What was found out about the days of this plan, to be read and added to. */
  memoryOf(location: Location): MemoryOf {
    const memories = this.#entryOf(location)?.memories;
    return (date) => {
      const known = memories?.get(date);
      const memory = known?.memory ?? newMemory();
      memories?.set(date, { memory, usedMs: this.#clock.nowMs() });
      return memory;
    };
  }

  /** Bookings on these calendar dates have changed. */
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

  /** Puts it behind those that have been read before, with what it weighs now. */
  #keep(known: Known): void {
    const { location, days, states } = known.entry;
    this.#entries.set(location.id, known, 1 + days.size + states.size);
  }

  #keepDay({ states, days }: Entry, cached: CachedDay): void {
    const { date } = cached.state.day;
    const before = states.get(date);
    if (before) this.answers.forget(before);
    states.set(date, cached);
    // The next step and the next reading begin with what this one had to read.
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

  /** Lets go what is stale, and what nobody has asked for lately. Done by itself every some seconds. */
  sweep(): void {
    const nowMs = this.#clock.nowMs();
    for (const [locationId, known] of this.#entries) {
      const { entry, readUntilMs } = known;
      for (const [, cached] of entry.states) if (nowMs >= cached.freshUntilMs) this.#forgetDay(entry, cached);
      for (const [date, { memory, usedMs }] of entry.memories) {
        if (nowMs >= usedMs + SWEEP_MS) memory.searches.length = 0; // the largest part of what is remembered
        if (nowMs >= usedMs + (isEmpty(memory) ? ASLEEP_MS : MEMORIES_MS)) entry.memories.delete(date);
      }
      if (nowMs < readUntilMs + ASLEEP_MS || entry.states.size > 0) continue;
      if (entry.memories.size === 0) this.#forgetEntry(locationId);
      else entry.days.clear();
    }
    this.answers.sweep(nowMs);
  }

  /** How many locations something is kept of. */
  get size(): number {
    return this.#entries.size;
  }

  /** The entry of exactly this plan: what belongs to another revision is not mixed in. */
  #entryOf(location: Location): Entry | undefined {
    const entry = this.#entries.get(location.id)?.entry;
    return entry?.location === location ? entry : undefined;
  }
}
