/** Answers about availability that one process has made, each with the cached day it was made from. */
import type { DayAvailability } from '../../core/seating/availability.ts';
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Location } from '../../core/location/location.ts';
import type { CachedDay } from './location-cache.ts';

/** Puts answers about one service date into bytes, in order of party size. Its identity is the name of the form, so make it once. */
export type AnswerForm = (location: Location, answers: readonly DayAvailability[]) => Uint8Array<ArrayBuffer>;

/** What is known about one service date, for the party sizes that were asked about. */
export interface AnsweredDay {
  /** In order of party size. */
  readonly answers: readonly DayAvailability[];
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
  /** What the answers take in memory now, about. */
  readonly bytes: number;
}

/** All answers of a process together; the day whose answers have grown least lately makes room. */
const BYTES_MAX = 32 * 1024 * 1024;

/** About what a slot takes, and what anything takes that is kept. */
const SLOT_BYTES = 90;
const ENTRY_BYTES = 300;

/**
 * Answers are found under the very reading of the day from which they were made. A day that is forgotten or read anew is another object:
 * no question leads to what was made of it before, also not to what is still being made. Bounded in bytes.
 */
export class AnswerCache {
  readonly #days = new BoundedMap<CachedDay, DayAnswers>(BYTES_MAX);
  #hits = 0;
  #misses = 0;

  /** What is known of the day; empty at first. */
  of(day: CachedDay): DayAnswers {
    const known = this.#days.get(day);
    if (known) return known;
    const answers: DayAnswers = new DayAnswers(day.state.location, (bytes) =>
      this.#days.set(day, answers, bytes),
    );
    return answers;
  }

  /** So many answers were there, so many had to be made. */
  count(hits: number, misses: number): void {
    this.#hits += hits;
    this.#misses += misses;
  }

  stats(): AnswerStats {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#days.weight };
  }

  /** The day is no longer to be found: what it holds is given back at once. */
  forget(day: CachedDay): void {
    this.#days.delete(day);
  }

  /** Gives back what days hold whose time is up. */
  sweep(nowMs: number): void {
    for (const [day] of this.#days) if (nowMs >= day.freshUntilMs) this.#days.delete(day);
  }
}

/** The answers of one day, for partners and for guests. */
export class DayAnswers {
  readonly #location: Location;
  readonly #onGrown: (bytes: number) => void;
  readonly #bySize = new Map<number, AnsweredDay>();
  readonly #bySizes = new Map<string, AnsweredDay>();
  readonly #ofGuests = new Map<string, readonly number[]>();
  #bytes = 0;

  /** @param onGrown is told of all that is kept here, in bytes */
  constructor(location: Location, onGrown: (bytes: number) => void) {
    this.#location = location;
    this.#onGrown = onGrown;
  }

  bySize(partySize: number): AnsweredDay | undefined {
    return this.#bySize.get(partySize);
  }

  /** One without slots is not kept: it is made as quickly as it is found, and there are as many as there are numbers. */
  keepSize(answer: DayAvailability): AnsweredDay {
    const made = this.#answered([answer]);
    if (answer.slots.length === 0) return made;
    this.#bySize.set(answer.partySize, made);
    this.#grow(answer.slots.length * SLOT_BYTES + ENTRY_BYTES);
    return made;
  }

  /** @param sizes all that were asked about, also those without an answer */
  bySizes(sizes: string): AnsweredDay | undefined {
    return this.#bySizes.get(sizes);
  }

  /** Refers to answers that are kept by size already. */
  keepSizes(sizes: string, answers: readonly DayAvailability[]): AnsweredDay {
    const made = this.#answered(answers);
    this.#bySizes.set(sizes, made);
    this.#grow(answers.length * 8 + ENTRY_BYTES);
    return made;
  }

  /** The starts to which the guest of this booking can move. */
  ofGuest(bookingId: string, partySize: number): readonly number[] | undefined {
    return this.#ofGuests.get(`${bookingId} ${partySize}`);
  }

  keepOfGuest(bookingId: string, partySize: number, times: readonly number[]): void {
    this.#ofGuests.set(`${bookingId} ${partySize}`, times);
    this.#grow(times.length * 8 + ENTRY_BYTES);
  }

  #answered(answers: readonly DayAvailability[]): AnsweredDay {
    return answeredDay(this.#location, answers, (bytes) => this.#grow(bytes + ENTRY_BYTES));
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#onGrown(this.#bytes);
  }
}

/** @param onMade is told how many bytes were made, each time some are */
export function answeredDay(
  location: Location,
  answers: readonly DayAvailability[],
  onMade: (bytes: number) => void = () => undefined,
): AnsweredDay {
  const forms = new Map<AnswerForm, Uint8Array<ArrayBuffer>>();
  return {
    answers,
    slots: answers.reduce((sum, { slots }) => sum + slots.length, 0),
    bytes(form) {
      const known = forms.get(form);
      if (known) return known;
      const made = form(location, answers);
      forms.set(form, made);
      onMade(made.byteLength);
      return made;
    },
  };
}
