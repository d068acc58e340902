/**
 * A sparse square matrix as the product of two triangles (the method of Gilbert and Peierls). Column by column, the part that the previous columns
 * account for is subtracted, and one of the remaining rows becomes its *pivot*. Columns with one remaining row, and rows with one remaining
 * column, come first: these are most of them here, and they cause no fill-in.
 */

/** Columns, each a list of rows and values; column `j` begins at `start[j]`. Each row occurs at most once in a column. */
export interface SparseColumns {
  readonly start: readonly number[];
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

/** The two triangles, step by step. */
export interface SparseLu {
  readonly size: number;
  /** By step: the row of the pivot, its column, its value. */
  readonly rowOf: Int32Array;
  readonly columnOf: Int32Array;
  readonly pivot: Float64Array;
  /** The step of each row; -1 as long as it has none. */
  readonly stepOf: Int32Array;
  /** By step, the rows below the pivot, divided by it. */
  readonly lower: { readonly start: number[]; readonly rows: number[]; readonly values: number[] };
  /** By step, the earlier steps in its column. */
  readonly upper: { readonly start: number[]; readonly steps: number[]; readonly values: number[] };
  readonly scratch: Float64Array;
}

/** Smaller than this is taken for zero. */
const TINY = 1e-12;
/** A pivot is at least this large, and at least this part of the largest value in its column. */
const PIVOT_MIN = 1e-7;
const PIVOT_SHARE = 0.3;

/** The triangles; null when the matrix has no inverse. */
export function factorize(size: number, columns: SparseColumns): SparseLu | null {
  const lu: SparseLu = {
    size,
    rowOf: new Int32Array(size),
    columnOf: new Int32Array(size),
    pivot: new Float64Array(size),
    stepOf: new Int32Array(size).fill(-1),
    lower: { start: [0], rows: [], values: [] },
    upper: { start: [0], steps: [], values: [] },
    scratch: new Float64Array(size),
  };
  const { order, wanted, rowCount } = orderOf(size, columns);
  const search = searchOf(size);
  for (let step = 0; step < size; step++) {
    const column = order[step]!;
    findRows(lu, columns, column, step, search);
    eliminate(lu, search);
    const row = pivotRow(lu.scratch, search, wanted[step]!, rowCount);
    if (row < 0) return null;
    finish(lu, step, row, column, search);
  }
  return lu;
}

/** The rows that a column comes to concern. */
interface Search {
  /** By row: the last step that came by. */
  readonly seen: Int32Array;
  readonly stack: Int32Array;
  readonly next: Int32Array;
  /** Rows with a step, ordered so that each follows those that it changes. */
  readonly settled: Int32Array;
  readonly open: Int32Array;
  settledCount: number;
  openCount: number;
}

function searchOf(size: number): Search {
  const list = (): Int32Array => new Int32Array(size);
  const seen = list().fill(-1);
  return { seen, stack: list(), next: list(), settled: list(), open: list(), settledCount: 0, openCount: 0 };
}

/** Writes a column into the scratch, and finds all rows that clearing it may fill: depth first along the lower triangle. */
function findRows(
  { stepOf, lower, scratch }: SparseLu,
  { start, rows, values }: SparseColumns,
  column: number,
  step: number,
  search: Search,
): void {
  const { seen, stack, next, settled, open } = search;
  search.settledCount = search.openCount = 0;
  for (let at = start[column]!; at < start[column + 1]!; at++) {
    scratch[rows[at]!] = values[at]!;
    if (seen[rows[at]!] === step) continue;
    let depth = 0;
    stack[0] = rows[at]!;
    seen[rows[at]!] = step;
    next[0] = stepOf[rows[at]!]! < 0 ? 0 : lower.start[stepOf[rows[at]!]!]!;
    while (depth >= 0) {
      const row = stack[depth]!;
      const its = stepOf[row]!;
      let below = -1;
      if (its >= 0)
        for (let q = next[depth]!; q < lower.start[its + 1]! && below < 0; q++) {
          next[depth] = q + 1;
          if (seen[lower.rows[q]!] !== step) below = lower.rows[q]!;
        }
      if (below < 0) {
        if (its < 0) open[search.openCount++] = row;
        else settled[search.settledCount++] = row;
        depth--;
        continue;
      }
      seen[below] = step;
      stack[++depth] = below;
      next[depth] = stepOf[below]! < 0 ? 0 : lower.start[stepOf[below]!]!;
    }
  }
}

/** Takes from the column what earlier steps account for. */
function eliminate({ stepOf, lower, upper, scratch }: SparseLu, { settled, settledCount }: Search): void {
  for (let t = settledCount - 1; t >= 0; t--) {
    const value = scratch[settled[t]!]!;
    scratch[settled[t]!] = 0;
    if (Math.abs(value) < TINY) continue;
    const step = stepOf[settled[t]!]!;
    upper.steps.push(step);
    upper.values.push(value);
    for (let q = lower.start[step]!; q < lower.start[step + 1]!; q++)
      scratch[lower.rows[q]!]! -= value * lower.values[q]!;
  }
  upper.start.push(upper.steps.length);
}

/** Of the rows that are large enough, the one with the fewest columns; -1 when there is none. */
function pivotRow(
  scratch: Float64Array,
  { open, openCount }: Search,
  wanted: number,
  rowCount: Int32Array,
): number {
  let most = 0;
  for (let t = 0; t < openCount; t++) most = Math.max(most, Math.abs(scratch[open[t]!]!));
  if (most < PIVOT_MIN) return -1;
  if (wanted >= 0 && Math.abs(scratch[wanted]!) >= PIVOT_SHARE * most) return wanted;
  let best = -1;
  for (let t = 0; t < openCount; t++) {
    if (Math.abs(scratch[open[t]!]!) < PIVOT_SHARE * most) continue;
    if (best < 0 || rowCount[open[t]!]! < rowCount[best]!) best = open[t]!;
  }
  return best;
}

function finish(
  { rowOf, columnOf, pivot, stepOf, lower, scratch }: SparseLu,
  step: number,
  row: number,
  column: number,
  { open, openCount }: Search,
): void {
  const value = scratch[row]!;
  rowOf[step] = row;
  columnOf[step] = column;
  pivot[step] = value;
  stepOf[row] = step;
  for (let t = 0; t < openCount; t++) {
    const below = scratch[open[t]!]!;
    scratch[open[t]!] = 0;
    if (open[t] === row || Math.abs(below) < TINY) continue;
    lower.rows.push(open[t]!);
    lower.values.push(below / value);
  }
  lower.start.push(lower.rows.length);
}

/** The order of the columns, with the row that each wants for its pivot, -1 where that is open. */
function orderOf(
  size: number,
  { start, rows }: SparseColumns,
): { order: Int32Array; wanted: Int32Array; rowCount: Int32Array } {
  const columnCount = new Int32Array(size);
  const rowCount = new Int32Array(size);
  for (let column = 0; column < size; column++) columnCount[column] = start[column + 1]! - start[column]!;
  for (const row of rows) rowCount[row]!++;
  const columnsOf: number[][] = Array.from({ length: size }, () => []);
  for (let column = 0; column < size; column++)
    for (let at = start[column]!; at < start[column + 1]!; at++) columnsOf[rows[at]!]!.push(column);
  const order = new Int32Array(size);
  const wanted = new Int32Array(size).fill(-1);
  const isRowDone = new Uint8Array(size);
  const isColumnDone = new Uint8Array(size);
  const queue: number[] = []; // columns, and rows as `-1 - row`
  for (let i = 0; i < size; i++) {
    if (columnCount[i] === 1) queue.push(i);
    if (rowCount[i] === 1) queue.push(-1 - i);
  }
  let done = 0;
  while (queue.length > 0) {
    const item = queue.pop()!;
    let column = item;
    let row = -1 - item;
    if (item >= 0) {
      if (isColumnDone[column] !== 0 || columnCount[column] !== 1) continue;
      row = -1;
      for (let at = start[column]!; at < start[column + 1]!; at++)
        if (isRowDone[rows[at]!] === 0) row = rows[at]!;
    } else {
      if (isRowDone[row] !== 0 || rowCount[row] !== 1) continue;
      column = columnsOf[row]!.find((its) => isColumnDone[its] === 0)!;
    }
    order[done] = column;
    wanted[done++] = row;
    isRowDone[row] = isColumnDone[column] = 1;
    for (let at = start[column]!; at < start[column + 1]!; at++)
      if (--rowCount[rows[at]!]! === 1 && isRowDone[rows[at]!] === 0) queue.push(-1 - rows[at]!);
    for (const its of columnsOf[row]!)
      if (--columnCount[its]! === 1 && isColumnDone[its] === 0) queue.push(its);
  }
  const rest: number[] = [];
  for (let column = 0; column < size; column++) if (isColumnDone[column] === 0) rest.push(column);
  rest.sort((a, b) => columnCount[a]! - columnCount[b]! || a - b);
  order.set(rest, done);
  return { order, wanted, rowCount };
}

/** The factor of each column so that they add up to `sums`, which is indexed by row and is overwritten. */
export function solveForColumns(lu: SparseLu, sums: Float64Array, amounts: Float64Array): void {
  const { size, rowOf, columnOf, lower, upper, pivot } = lu;
  for (let step = 0; step < size; step++) {
    const value = sums[rowOf[step]!]!;
    if (value === 0) continue;
    for (let q = lower.start[step]!; q < lower.start[step + 1]!; q++)
      sums[lower.rows[q]!]! -= value * lower.values[q]!;
  }
  for (let step = size - 1; step >= 0; step--) {
    const sum = sums[rowOf[step]!]!;
    const value = Math.abs(sum) < TINY ? 0 : sum / pivot[step]!;
    amounts[columnOf[step]!] = value;
    if (value === 0) continue;
    for (let q = upper.start[step]!; q < upper.start[step + 1]!; q++)
      sums[rowOf[upper.steps[q]!]!]! -= value * upper.values[q]!;
  }
}

/** The weight of each row so that the columns have the weights `wanted`, which is indexed by column. */
export function solveForRows(lu: SparseLu, wanted: Float64Array, weights: Float64Array): void {
  const { size, rowOf, columnOf, stepOf, lower, upper, pivot, scratch } = lu;
  for (let step = 0; step < size; step++) {
    let value = wanted[columnOf[step]!]!;
    for (let q = upper.start[step]!; q < upper.start[step + 1]!; q++)
      value -= upper.values[q]! * scratch[upper.steps[q]!]!;
    scratch[step] = value / pivot[step]!;
  }
  for (let step = size - 1; step >= 0; step--) {
    let value = scratch[step]!;
    for (let q = lower.start[step]!; q < lower.start[step + 1]!; q++)
      value -= lower.values[q]! * scratch[stepOf[lower.rows[q]!]!]!;
    if (Math.abs(value) < TINY) value = 0;
    scratch[step] = value;
    weights[rowOf[step]!] = value;
  }
  scratch.fill(0);
}
