/** Answers about availability that one process has made, each with the cached day it was made from. */
import {
  availabilityFrom,
  type CompactAvailability,
  type DayAvailability,
} from '../core/seating/availability.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Location } from '../core/location/location.ts';
import { formsOf } from './forms.ts';
import { CachedRange } from './cached-range.ts';
import type { CachedDay } from './shown-days.ts';

/** Puts answers about one service date into bytes, in order of party size. Its identity is the name of the form, so make it once. */
export type AnswerForm = (
  location: Location,
  answers: readonly CompactAvailability[],
) => Uint8Array<ArrayBuffer>;

/** The known answers of one service date, by party size. */
export interface AnsweredDay {
  /** In order of party size; made when they are first read. */
  readonly answers: readonly DayAvailability[];
  /** The same in numbers. */
  readonly compact: readonly CompactAvailability[];
  /** How many slots they have together. */
  readonly slots: number;
  /** The answers in this form. Made when it is first asked for, and kept as long as they are. */
  bytes(form: AnswerForm): Uint8Array<ArrayBuffer>;
}

/** Counted since the start; one for each service date and party size. */
export interface AnswerStats {
  /** Answers that were found in memory. */
  readonly hits: number;
  /** Answers that had to be computed. */
  readonly misses: number;
  /** The approximate memory that the answers use now. */
  readonly bytes: number;
}

/** All answers of a process together; what has grown least lately makes room. */
const BYTES_MAX = 32 * 1024 * 1024;

/** About what a slot takes as an object and as a number, and what anything takes that is kept. */
const SLOT_BYTES = 90;
const NUMBER_BYTES = 8;
const ENTRY_BYTES = 300;

/** Answers are kept with the reading of the day from which they were made, so a newer reading never finds them. Bounded in bytes. */
export class AnswerCache {
  readonly #entries = new BoundedMap<CachedDay | string, DayAnswers | CachedRange>(BYTES_MAX);
  /** By location: under what its ranges are kept. */
  readonly #rangeKeys = new Map<string, Set<string>>();
  #hits = 0;
  #misses = 0;

  /** What is known of the day; empty at first. */
  of(day: CachedDay): DayAnswers {
    const known = this.#entries.get(day);
    if (known instanceof DayAnswers) return known;
    const answers: DayAnswers = new DayAnswers(day.state.location, (bytes) =>
      this.#entries.set(day, answers, bytes),
    );
    return answers;
  }

  range(key: string, epoch: number, nowMs: number): CachedRange | undefined {
    const known = this.#entries.get(key);
    const holds = known instanceof CachedRange && known.epoch === epoch && nowMs < known.freshUntilMs;
    return holds ? known : undefined;
  }

  /** @param key names the range, its party sizes and the location */
  keepRange(locationId: string, key: string, range: CachedRange): void {
    const keys = this.#rangeKeys.get(locationId) ?? new Set();
    this.#rangeKeys.set(locationId, keys.add(key));
    this.#entries.set(key, range, range.weight);
    range.onGrown = () => {
      if (this.#entries.get(key) === range) this.#entries.set(key, range, range.weight);
    };
  }

  /** So many answers were there, so many had to be made. */
  count(hits: number, misses: number): void {
    this.#hits += hits;
    this.#misses += misses;
  }

  stats(): AnswerStats {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#entries.weight };
  }

  /** The day is no longer to be found: what it holds is given back at once. */
  forget(day: CachedDay): void {
    this.#entries.delete(day);
  }

  /** Some day of the location has changed. What its other days hold stays. */
  forgetRanges(locationId: string): void {
    for (const key of this.#rangeKeys.get(locationId) ?? []) this.#entries.delete(key);
    this.#rangeKeys.delete(locationId);
  }

  /** Gives back what days and ranges hold whose time is up. */
  sweep(nowMs: number): void {
    for (const [key, entry] of this.#entries) {
      const { freshUntilMs } = entry instanceof CachedRange ? entry : (key as CachedDay);
      if (nowMs >= freshUntilMs) this.#entries.delete(key);
    }
    for (const [locationId, keys] of this.#rangeKeys) {
      for (const key of keys) if (!this.#entries.get(key)) keys.delete(key);
      if (keys.size === 0) this.#rangeKeys.delete(locationId);
    }
  }
}

export class DayAnswers {
  readonly #location: Location;
  readonly #onGrown: (bytes: number) => void;
  readonly #bySize = new Map<number, CompactAvailability>();
  readonly #answered = new Map<string, AnsweredDay>();
  readonly #ofGuests = new Map<string, CompactAvailability>();
  #bytes = 0;

  /** @param onGrown is told of all that is kept here, in bytes */
  constructor(location: Location, onGrown: (bytes: number) => void) {
    this.#location = location;
    this.#onGrown = onGrown;
  }

  /** Of all that is kept here. */
  get bytes(): number {
    return this.#bytes;
  }

  bySize(partySize: number): CompactAvailability | undefined {
    return this.#bySize.get(partySize);
  }

  /** Those without slots are not kept: they are made as quickly as they are found, and there are as many as there are numbers. */
  keepSizes(found: readonly CompactAvailability[]): void {
    let bytes = 0;
    let last: CompactAvailability | undefined;
    for (const one of found) {
      if (one.startsMs.length === 0) continue;
      this.#bySize.set(one.partySize, one);
      const arrays = Number(one.startsMs !== last?.startsMs) + Number(one.covers !== last?.covers);
      bytes += arrays * one.startsMs.length * NUMBER_BYTES + ENTRY_BYTES;
      last = one;
    }
    if (bytes > 0) this.#grow(bytes);
  }

  /** @param sizes all that were asked about, also those without an answer */
  answered(sizes: string): AnsweredDay | undefined {
    return this.#answered.get(sizes);
  }

  /** Refers to answers that are kept by size already. */
  keepAnswered(sizes: string, found: readonly CompactAvailability[]): AnsweredDay {
    const made = answeredDay(this.#location, found, (bytes) => this.#grow(bytes + ENTRY_BYTES));
    this.#answered.set(sizes, made);
    this.#grow(found.length * NUMBER_BYTES + ENTRY_BYTES);
    return made;
  }

  /** The times of the day for the guest who moves a booking, by its id, or of an area. */
  ofGuest(whose: string, partySize: number): CompactAvailability | undefined {
    return this.#ofGuests.get(`${whose} ${partySize}`);
  }

  keepOfGuest(whose: string, partySize: number, found: CompactAvailability): void {
    this.#ofGuests.set(`${whose} ${partySize}`, found);
    this.#grow(2 * found.startsMs.length * NUMBER_BYTES + ENTRY_BYTES);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#onGrown(this.#bytes);
  }
}

/** @param onMade is told how many bytes were made, each time some are */
export function answeredDay(
  location: Location,
  compact: readonly CompactAvailability[],
  onMade: (bytes: number) => void = () => undefined,
): AnsweredDay {
  const slots = compact.reduce((sum, { startsMs }) => sum + startsMs.length, 0);
  let answers: readonly DayAvailability[] | undefined;
  const inForm = formsOf<AnswerForm>((form) => form(location, compact), onMade);
  return {
    get answers() {
      if (!answers) {
        answers = compact.map(availabilityFrom);
        onMade(slots * SLOT_BYTES);
      }
      return answers;
    },
    compact,
    slots,
    bytes: inForm,
  };
}
