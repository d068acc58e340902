/** The availability answers of one process, each kept with the cached day it was made from. */
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

/** Serializes the answers of one service date, in order of party size. Forms are compared by identity, so make each once. */
export type AnswerForm = (
  location: Location,
  answers: readonly CompactAvailability[],
) => Uint8Array<ArrayBuffer>;

/** The known answers of one service date, by party size. */
export interface AnsweredDay {
  /** In order of party size; made when they are first read. */
  readonly answers: readonly DayAvailability[];
  /** The same answers in compact form. */
  readonly compact: readonly CompactAvailability[];
  /** The total number of their slots. */
  readonly slots: number;
  /** The answers in this form. Made on the first call and kept with the answers. */
  bytes(form: AnswerForm): Uint8Array<ArrayBuffer>;
}

/** Counts since the start: one for each service date and party size. */
export interface AnswerStats {
  /** Answers that were found in memory. */
  readonly hits: number;
  /** Answers that had to be computed. */
  readonly misses: number;
  /** The approximate memory that the answers use now. */
  readonly bytes: number;
}

/** The limit for all answers of a process. The entry that has grown least recently is evicted first. */
const BYTES_MAX = 32 * 1024 * 1024;

/** Approximate memory of a slot as an object, of a slot as a number, and of any entry. */
const SLOT_BYTES = 90;
const NUMBER_BYTES = 8;
const ENTRY_BYTES = 300;

/** Answers are kept with the reading of the day from which they were made, so a newer reading never finds them. Bounded in bytes. */
export class AnswerCache {
  readonly #entries = new BoundedMap<CachedDay | string, DayAnswers | CachedRange>(BYTES_MAX);
  /** By location: the keys of its ranges. */
  readonly #rangeKeys = new Map<string, Set<string>>();
  #hits = 0;
  #misses = 0;

  /** The known answers of the day; empty at first. */
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

  count(hits: number, misses: number): void {
    this.#hits += hits;
    this.#misses += misses;
  }

  stats(): AnswerStats {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#entries.weight };
  }

  /** Drops the answers of the day and releases their memory. */
  forget(day: CachedDay): void {
    this.#entries.delete(day);
  }

  /** Drops the ranges of a location, because one of its days has changed. Answers of its other days stay. */
  forgetRanges(locationId: string): void {
    for (const key of this.#rangeKeys.get(locationId) ?? []) this.#entries.delete(key);
    this.#rangeKeys.delete(locationId);
  }

  /** Releases expired days and ranges. */
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

  /** @param onGrown is called with the total size of the kept answers, in bytes */
  constructor(location: Location, onGrown: (bytes: number) => void) {
    this.#location = location;
    this.#onGrown = onGrown;
  }

  /** The total size of the kept answers. */
  get bytes(): number {
    return this.#bytes;
  }

  bySize(partySize: number): CompactAvailability | undefined {
    return this.#bySize.get(partySize);
  }

  /** Answers without slots are not kept: computing them is as fast as a lookup, and party sizes are unbounded. */
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

  /** @param sizes all requested sizes, including those without an answer */
  answered(sizes: string): AnsweredDay | undefined {
    return this.#answered.get(sizes);
  }

  /** Refers to answers that are already kept by size. */
  keepAnswered(sizes: string, found: readonly CompactAvailability[]): AnsweredDay {
    const made = answeredDay(this.#location, found, (bytes) => this.#grow(bytes + ENTRY_BYTES));
    this.#answered.set(sizes, made);
    this.#grow(found.length * NUMBER_BYTES + ENTRY_BYTES);
    return made;
  }

  /** The times of the day for a guest who moves a booking (`whose` is its id), or of an area. */
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

/** @param onMade is called with the number of bytes each time an answer is made */
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
