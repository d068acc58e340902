/**
 * The order in which rows are imported: independent of timing, and yet concurrent, so that steps share transactions.
 *
 * Rows of a service date are imported one after another: those with chosen tables first, since they have no alternative, then the others, in the
 * given order. Service dates are imported concurrently only if they have no instant in common, so the result of a row does not depend on
 * concurrent rows.
 */
import { daysBetween, type LocalDate } from '../../core/local-date.ts';

export interface DatedRow {
  /** Its index among all rows. */
  readonly index: number;
  readonly date: LocalDate;
  /** Whether it names its tables. */
  readonly isChosen: boolean;
}

/** Indexes of rows that are imported one after another. */
export type RowSequence = readonly number[];

/** Independent sequences, in waves to be done one after another. */
export function wavesOf(rows: readonly DatedRow[]): readonly (readonly RowSequence[])[] {
  const dates = Map.groupBy(rows, ({ date }) => date);
  const waves = Array.from({ length: DAYS_APART }, (): RowSequence[] => []);
  for (const date of [...dates.keys()].toSorted()) {
    const sequence = dates.get(date)!.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
    waves[Math.abs(daysBetween(EPOCH, date)) % DAYS_APART]!.push(sequence.map(({ index }) => index));
  }
  return waves;
}

/** The longest period, turn and buffer of a plan end within four days of midnight, and bookings that can make room end one date before and after. */
const DAYS_APART = 6;
const EPOCH: LocalDate = '1970-01-01';

/** Concurrent sequences. */
const AT_ONCE = 64;

/** Runs the sequences, each in order and many concurrently. After a failure no further row is begun, and those in progress are completed. */
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
