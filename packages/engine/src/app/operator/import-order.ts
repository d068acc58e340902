/**
 * In which order rows are imported: the same whatever is slow and whatever is quick, and yet many at a time, so that their steps share
 * transactions.
 *
 * Of a service date one row comes after the other: those with tables of their own first, since they can sit nowhere else, then the others,
 * each as they stand. Service dates go side by side, but only such as have no instant in common: what becomes of a row then depends on no row
 * that is under way at the same time.
 */
import { daysBetween, type LocalDate } from '../../core/local-date.ts';

export interface DatedRow {
  /** Where it stands among all rows. */
  readonly index: number;
  readonly date: LocalDate;
  /** It names the tables. */
  readonly isChosen: boolean;
}

/** Places of rows that are imported one after the other. */
export type RowSequence = readonly number[];

/** Sequences that do not disturb each other, in waves to be done one after the other. */
export function wavesOf(rows: readonly DatedRow[]): readonly (readonly RowSequence[])[] {
  const dates = Map.groupBy(rows, ({ date }) => date);
  const waves = Array.from({ length: DAYS_APART }, (): RowSequence[] => []);
  for (const date of [...dates.keys()].toSorted()) {
    const sequence = dates.get(date)!.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
    waves[Math.abs(daysBetween(EPOCH, date)) % DAYS_APART]!.push(sequence.map(({ index }) => index));
  }
  return waves;
}

/** The longest period, turn and buffer that a plan may have end within four days of midnight; what can make room there ends a date before and after. */
const DAYS_APART = 6;
const EPOCH: LocalDate = '1970-01-01';

/** So many sequences at a time. */
const AT_ONCE = 64;

/** Does sequences, each from its beginning to its end and many at a time. After a failure nothing new is begun, and what is under way ends. */
export async function inOrder(
  sequences: readonly RowSequence[],
  work: (index: number) => Promise<void>,
): Promise<void> {
  const waiting = sequences.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const sequence of waiting)
      for (const index of sequence) {
        if (hasFailed) return;
        await work(index).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
