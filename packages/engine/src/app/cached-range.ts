/** The answer about a range of dates, joined from those of its days, and kept until one of them changes. */
import type { DayAvailability } from '../core/seating/availability.ts';
import type { LocalDate } from '../core/local-date.ts';
import type { Location } from '../core/location/location.ts';
import type { AnsweredDay, DayAnswers } from './answer-cache.ts';
import { formsOf } from './forms.ts';

/** The answers of a location for the dates of a range. */
export interface AnsweredRange {
  /** The location, with its id and time zone. */
  readonly location: Location;
  /** The first requested service date. */
  readonly startDate: LocalDate;
  /** The last requested service date. */
  readonly endDate: LocalDate;
  /** The days with an available slot, in order, each with the party sizes that have one. */
  readonly days: readonly AnsweredDay[];
}

/** Serializes the answer about a range. Forms are compared by identity, so make each once. */
export type RangeForm = (range: AnsweredRange) => Uint8Array<ArrayBuffer>;

interface Origin {
  readonly epoch: number;
  readonly freshUntilMs: number;
  readonly days: readonly DayAnswers[];
  /** The number of answers in it: one for each date and party size. */
  readonly questions: number;
}

export class CachedRange {
  readonly answered: AnsweredRange;
  /** Of the location, when the answer was begun. */
  readonly epoch: number;
  readonly freshUntilMs: number;
  readonly questions: number;
  /** The range in this form. Made on the first call and kept with the range. */
  readonly bytes: (form: RangeForm) => Uint8Array<ArrayBuffer>;
  /** Called when `weight` has grown. */
  onGrown: () => void = () => undefined;
  readonly #days: readonly DayAnswers[];
  #ownBytes = ENTRY_BYTES;
  #answer: readonly DayAvailability[] | undefined;

  constructor(answered: AnsweredRange, { epoch, freshUntilMs, days, questions }: Origin) {
    this.answered = answered;
    this.epoch = epoch;
    this.freshUntilMs = freshUntilMs;
    this.questions = questions;
    this.#days = days;
    this.bytes = formsOf<RangeForm>(
      (form) => form(answered),
      (bytes) => this.#grow(bytes),
    );
  }

  /** All answers in order; made when they are first read. */
  get answer(): readonly DayAvailability[] {
    if (!this.#answer) {
      this.#answer = this.answered.days.flatMap(({ answers }) => answers);
      this.#grow(this.#answer.length * NUMBER_BYTES);
    }
    return this.#answer;
  }

  /** In bytes, including the days that it keeps alive. Days are counted twice, so no bound is exceeded. */
  get weight(): number {
    return this.#days.reduce((sum, { bytes }) => sum + bytes, this.#ownBytes);
  }

  #grow(bytes: number): void {
    this.#ownBytes += bytes;
    this.onGrown();
  }
}

const ENTRY_BYTES = 1_000;
const NUMBER_BYTES = 8;
