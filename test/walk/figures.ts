/** The figures of a recorded request. */
import { dirname } from 'node:path';
import type { SourceFunction } from './functions.ts';
import type { Recording } from './recording.ts';

/** The figures of `docs/walks.md`. */
export interface Figures {
  /** Files of which a function ran. */
  readonly files: number;
  /** Functions that ran, each counted once. */
  readonly functions: number;
  /** Folders of these files. */
  readonly folders: number;
  /** Calls into a folder in which the walk was before, and in which the call before it was not. The end of a call is not counted. */
  readonly returns: number;
}

/** A call with the calls that it made. */
export interface Step {
  readonly at: SourceFunction;
  readonly calls: readonly Step[];
}

interface Growing extends Step {
  readonly calls: Growing[];
}

/** The calls as trees: what was called from outside of the sources has no call above it. */
export function stepsOf(
  { calls }: Pick<Recording, 'calls'>,
  functions: readonly SourceFunction[],
): readonly Step[] {
  const all = calls.map(([id]): Growing => ({ at: functions[id]!, calls: [] }));
  const roots: Step[] = [];
  for (const [index, [, parent]] of calls.entries()) (all[parent]?.calls ?? roots).push(all[index]!);
  return roots;
}

/** How many calls there are in a tree. */
const sizeOf = ({ calls }: Step): number => calls.reduce((sum, call) => sum + sizeOf(call), 1);

/**
 * The request within a process's recording: the outer call with the most calls below it. Timers and notifications that run at the same time are
 * not below it.
 */
export function requestOf(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1);
}

/** All calls of a walk, each before those that it made. */
function callsOf(steps: readonly Step[]): readonly SourceFunction[] {
  return steps.flatMap(({ at, calls }) => [at, ...callsOf(calls)]);
}

export function figuresOf(steps: readonly Step[]): Figures {
  const calls = callsOf(steps);
  const entered = calls.map(({ file }) => dirname(file)).filter((folder, i, all) => folder !== all[i - 1]);
  const folders = new Set(entered).size;
  return {
    files: new Set(calls.map(({ file }) => file)).size,
    functions: new Set(calls).size,
    folders,
    returns: entered.length - folders,
  };
}
