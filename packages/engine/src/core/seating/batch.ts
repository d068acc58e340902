import { invalid } from '../errors.ts';
import { assertDate, assertPartySize, assertRules, BATCH_RULES } from '../fields.ts';
import { BATCH_PARTY_SIZE_MAX, BATCH_PARTY_SIZES_MAX } from '../limits.ts';
import { addDays, daysBetween, type LocalDate } from '../local-date.ts';

/** Which days and party sizes a batch asks for (§2.4). */
export interface BatchRange {
  /** The first service date, `YYYY-MM-DD`. */
  readonly startDate: LocalDate;
  /** Included: a batch of 92 days ends 91 days after it starts (D28). */
  readonly endDate: LocalDate;
  /** 1 to 12 party sizes, each from 1 to 50, in any order; repeated ones count once. */
  readonly partySizes: readonly number[];
}

/** The queries of a batch, in order. */
export interface BatchQuestions {
  readonly dates: () => LocalDate[];
  /** Each once. */
  readonly partySizes: readonly number[];
}

/** The days and the merged, sorted sizes of a batch. Throws `invalid_request` beyond the limits of §4.2.1. */
export function questionsOf(range: BatchRange): BatchQuestions {
  const { startDate, endDate, partySizes } = range;
  assertDate('startDate', startDate);
  assertDate('endDate', endDate);
  const days = daysBetween(startDate, endDate) + 1;
  assertRules(BATCH_RULES, days - 1);
  if (partySizes.length < 1 || partySizes.length > BATCH_PARTY_SIZES_MAX) {
    invalid(`partySizes has ${partySizes.length} items; it must have from 1 to ${BATCH_PARTY_SIZES_MAX}`, [
      'partySizes',
    ]);
  }
  partySizes.forEach((size, i) => assertPartySize('partySizes', size, BATCH_PARTY_SIZE_MAX, i));
  return {
    dates: () => Array.from({ length: days }, (_, i) => addDays(startDate, i)),
    partySizes: [...new Set(partySizes)].toSorted((a, b) => a - b),
  };
}
