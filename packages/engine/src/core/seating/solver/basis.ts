/**
 * The basis of the simplex method: the variables in use, one for each row, and the values of the rows in terms of them.
 *
 * Most of them are slacks, so most rows need no work. If the slack of a node is in use, the node has the weight of the next one: between two *tight*
 * segments, whose slacks are not in use, all nodes of a class are one. The rest is a small sparse matrix of the tight rows and the columns in use. It
 * is factorized from time to time (`sparse-lu.ts`). Changes in between are appended: the position of the new variable, and its value in terms of the
 * old ones.
 */
import { factorize, solveForColumns, solveForRows, type SparseLu } from './sparse-lu.ts';
import type { Program } from './program.ts';

/** The variables in use. Each has a position; there are as many positions as rows. */
export interface Basis {
  readonly program: Program;
  /** The variable at each position. A slack that was in use when the matrix was factorized has the position of its row. */
  variables: Int32Array;
  /** The position of each variable; -1 if it is not in use. */
  readonly position: Int32Array;
  /** The value of each variable in use, by position, and the square of the length of its row. */
  values: Float64Array;
  norms: Float64Array;
  matrix: Matrix;
  /** The changes since then. */
  readonly changes: {
    readonly positions: number[];
    readonly pivots: number[];
    readonly start: number[];
    readonly others: number[];
    readonly amounts: number[];
  };
  /** The matrix has no inverse: the basis can no longer be used. */
  isBroken: boolean;
  /** How many numbers have been looked at. */
  steps: number;
}

/** The tight rows and the columns in use, when they were taken apart. */
interface Matrix {
  readonly tight: readonly number[];
  /** By row: the index of the tight row that it is merged with; the count of tight rows if its weight is zero. */
  readonly rankOf: Int32Array;
  /** As many as tight rows. */
  readonly columns: readonly number[];
  readonly lu: SparseLu;
  readonly one: Float64Array;
  readonly other: Float64Array;
}

/** After so many changes the matrix is taken apart again. */
export const CHANGES_MAX = 20;
/** Smaller than this is taken for zero. */
const TINY = 1e-12;

/** The beginning: all slacks, no column. */
export function basisOf(program: Program): Basis {
  const { rows, variablesMax } = program;
  const variables = Int32Array.from({ length: rows }, (_, row) => row);
  const position = new Int32Array(variablesMax).fill(-1);
  position.set(variables);
  const basis: Omit<Basis, 'matrix'> = {
    program,
    variables,
    position,
    values: new Float64Array(rows),
    norms: new Float64Array(rows).fill(1),
    changes: { positions: [], pivots: [], start: [0], others: [], amounts: [] },
    isBroken: false,
    steps: 0,
  };
  return { ...basis, matrix: matrixOf(basis)! };
}

/** Takes the matrix apart again. */
export function refactor(basis: Basis): void {
  const matrix = matrixOf(basis);
  if (!matrix) {
    basis.isBroken = true;
    return;
  }
  const { program, variables, values, norms, changes, position } = basis;
  const moved = { variables: variables.slice(), values: values.slice(), norms: norms.slice() };
  const move = (variable: number, to: number): void => {
    const from = position[variable]!;
    moved.variables[to] = variable;
    moved.values[to] = values[from]!;
    moved.norms[to] = norms[from]!;
  };
  for (let row = 0; row < program.rows; row++) if (position[row]! >= 0) move(row, row);
  for (const [rank, row] of matrix.tight.entries()) move(program.rows + matrix.columns[rank]!, row);
  for (let at = 0; at < program.rows; at++) position[moved.variables[at]!] = at;
  Object.assign(basis, moved, { matrix });
  changes.positions.length = changes.pivots.length = changes.others.length = changes.amounts.length = 0;
  changes.start.length = 1;
  basis.steps += 8 * program.rows + 16 * matrix.lu.lower.rows.length + 16 * matrix.lu.upper.steps.length;
}

function matrixOf({
  program,
  position,
  variables,
}: Pick<Basis, 'program' | 'position' | 'variables'>): Matrix | null {
  const { rows, nodes, width, entryStart, entryRow, entryValue } = program;
  const tight: number[] = [];
  const columns = Array.from(variables)
    .filter((variable) => variable >= rows)
    .map((variable) => variable - rows);
  const rankOf = new Int32Array(rows).fill(columns.length);
  for (let first = 0; first < nodes; first += width) {
    let rank = columns.length;
    for (let node = first + width - 2; node >= first; node--) {
      if (position[node]! < 0) rank = tight.push(node) - 1;
      rankOf[node] = rank;
    }
  }
  for (let row = nodes; row < rows; row++) if (position[row]! < 0) rankOf[row] = tight.push(row) - 1;
  const sparse = { start: [0], rows: [] as number[], values: [] as number[] };
  const sums = new Float64Array(tight.length + 1);
  for (const column of columns) {
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++)
      sums[rankOf[entryRow[at]!]!]! += entryValue[at]!;
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++) {
      const row = rankOf[entryRow[at]!]!;
      if (row === tight.length || sums[row] === 0) continue;
      sparse.rows.push(row);
      sparse.values.push(sums[row]!);
      sums[row] = 0;
    }
    sparse.start.push(sparse.rows.length);
  }
  const lu = factorize(tight.length, sparse);
  const list = (): Float64Array => new Float64Array(tight.length + 1);
  return lu && { tight, rankOf, columns, lu, one: list(), other: list() };
}

/** Turns amounts of rows, as nodes, into amounts of the variables in use, by position, that add up to the same. */
export function toPositions(basis: Basis, amounts: Float64Array): void {
  const { program, matrix, changes } = basis;
  const { rows, nodes, width, entryStart, entryRow, entryValue } = program;
  const { tight, rankOf, columns, lu, one, other } = matrix;
  one.fill(0);
  for (let row = 0; row < rows; row++) one[rankOf[row]!]! += amounts[row]!;
  solveForColumns(lu, one, other);
  for (let k = 0; k < columns.length; k++) {
    if (other[k] === 0) continue;
    const column = columns[k]!;
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++)
      amounts[entryRow[at]!]! -= other[k]! * entryValue[at]!;
  }
  for (let first = 0; first < nodes; first += width) {
    let sum = 0;
    for (let node = first; node < first + width - 1; node++) {
      sum += amounts[node]!;
      amounts[node] = sum < TINY && sum > -TINY ? 0 : sum;
    }
    amounts[first + width - 1] = 0;
  }
  for (let k = 0; k < tight.length; k++) amounts[tight[k]!] = other[k]!;
  for (let change = 0; change < changes.positions.length; change++) {
    const at = changes.positions[change]!;
    if (amounts[at] === 0) continue;
    const amount = amounts[at]! / changes.pivots[change]!;
    const end = changes.start[change + 1]!;
    for (let q = changes.start[change]!; q < end; q++)
      amounts[changes.others[q]!]! -= amount * changes.amounts[q]!;
    basis.steps += end - changes.start[change]!;
    amounts[at] = amount;
  }
  basis.steps += costOfSolving(basis);
}

/** Turns weights of the variables in use, by position, into weights of the rows, as nodes, under which they weigh that. */
export function toRows(basis: Basis, weights: Float64Array): void {
  const { program, matrix, changes } = basis;
  const { rows, nodes, width, entryStart, entryRow, entryValue } = program;
  const { tight, rankOf, columns, lu, one, other } = matrix;
  for (let change = changes.positions.length - 1; change >= 0; change--) {
    const at = changes.positions[change]!;
    let weight = weights[at]!;
    const end = changes.start[change + 1]!;
    for (let q = changes.start[change]!; q < end; q++)
      weight -= weights[changes.others[q]!]! * changes.amounts[q]!;
    weights[at] = weight / changes.pivots[change]!;
  }
  for (let k = 0; k < tight.length; k++) {
    one[k] = weights[tight[k]!]!;
    weights[tight[k]!] = 0;
  }
  for (let first = 0; first < nodes; first += width) {
    let sum = (weights[first + width - 1] = 0);
    for (let node = first + width - 2; node >= first; node--) {
      sum = weights[node]! + (rankOf[node] === rankOf[node + 1] ? sum : 0);
      weights[node] = sum;
    }
  }
  for (let k = 0; k < columns.length; k++) {
    const column = columns[k]!;
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++)
      one[k]! -= entryValue[at]! * weights[entryRow[at]!]!;
  }
  solveForRows(lu, one, other);
  for (let row = 0; row < rows; row++) weights[row]! += other[rankOf[row]!]!;
  basis.steps += costOfSolving(basis) + changes.others.length;
}

function costOfSolving({ program, matrix: { lu } }: Basis): number {
  return 2 * program.rows + lu.lower.rows.length + lu.upper.steps.length;
}

/** Another variable comes to a position; `amounts` is what it is in terms of those in use, by position. Returns where its changes begin. */
export function replace(basis: Basis, at: number, variable: number, amounts: Float64Array): number {
  const { changes, variables, position } = basis;
  const first = changes.others.length;
  for (let q = 0; q < amounts.length; q++) {
    if (amounts[q] === 0 || q === at) continue;
    changes.others.push(q);
    changes.amounts.push(amounts[q]!);
  }
  changes.positions.push(at);
  changes.pivots.push(amounts[at]!);
  changes.start.push(changes.others.length);
  position[variables[at]!] = -1;
  variables[at] = variable;
  position[variable] = at;
  return first;
}
