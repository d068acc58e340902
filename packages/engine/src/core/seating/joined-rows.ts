/** Rows are needed only while a day is looked at, and allocation takes longer than filling: every day uses the same. */
import { joinFurther, type Occupancy } from './occupancy.ts';

/** For each cell of a day the union of it and those behind it, for the lengths that are asked for. */
export interface JoinedRows {
  /** Over so many cells. Holds until rows of another day are begun. */
  over(length: number): Int32Array;
}

interface Row {
  length: number;
  bits: Int32Array;
}

const rows: Row[] = [];

/** Begins the rows of a day; those of the day before are lost. */
export function joinedRowsOf({ taken, words }: Occupancy): JoinedRows {
  let used = 0;

  function from(length: number): Row | undefined {
    let longest: Row | undefined;
    for (let i = 0; i < used; i++) {
      const row = rows[i]!;
      if (row.length <= length && row.length > (longest?.length ?? 0)) longest = row;
    }
    return longest;
  }

  return {
    over(length) {
      const known = from(length);
      if (known?.length === length) return known.bits;
      const row = (rows[used++] ??= { length, bits: taken.slice() });
      if (row.bits.length !== taken.length) row.bits = new Int32Array(taken.length);
      row.length = length;
      row.bits.set(known?.bits ?? taken);
      joinFurther(row.bits, words, known?.length ?? 1, length);
      return row.bits;
    },
  };
}
