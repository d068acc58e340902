/** The format of recordings. */

/** The recording of a window. */
export interface Recording {
  /** In the order in which they were entered: the function's id and the index of the call that made this one; -1 for none. */
  readonly calls: readonly (readonly [functionId: number, parent: number])[];
  /** The ids of the functions that V8 has counted. */
  readonly covered: readonly number[];
  /** Functions that V8 has counted and that do not call the recorder: there must be none. */
  readonly uninstrumented: readonly string[];
}

/** The parent process's orders: open a window, or close it when no function was entered for some time. */
export type Order = 'open' | 'close';

/** Names the file with the functions and insertions. Not a setting of Bord, which would report it. */
export const MAP_VARIABLE = 'WALK_FUNCTIONS';
