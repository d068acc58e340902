/**
 * Counting heads. If at some instant a set of classes is full, and nobody who sits there could do with less of it, then
 * nobody more can sit there, whatever the others do: no re-seating ever lowers the count. Finding these sets once for each
 * beat answers most of what is refused on a busy evening.
 */
import type { Classes, Option } from './classes.ts';

/** The classes that are closed during each beat, worked out when a beat is first asked about. */
export interface Counting {
  readonly classes: Classes;
  /** By beat, then by class. */
  readonly closed: (Uint8Array | undefined)[];
}

/** During some beat of the stretch each of the options needs a class that is closed. */
export function isClosed(counting: Counting, options: readonly Option[], from: number, to: number): boolean {
  for (let beat = from; beat < to; beat++) {
    const closed = (counting.closed[beat] ??= closedDuring(counting.classes, beat));
    if (options.every((option) => within(option, closed) > 0)) return true;
  }
  return false;
}

/** The largest set of full classes whose present holders each have no option that uses less of the set. */
function closedDuring({ tonight, count, room, load, present, optionsOf }: Classes, beat: number): Uint8Array {
  const { beats, movers, from, to, kinds } = tonight;
  const closed = new Uint8Array(count);
  for (let c = 0; c < count; c++) closed[c] = load[c * beats + beat]! >= room[c * beats + beat]! ? 1 : 0;
  const here: number[] = [];
  for (let i = 0; i < movers.length && from[i]! <= beat; i++) if (beat < to[i]!) here.push(i);
  for (let changed = true; changed;) {
    changed = false;
    for (const i of here) {
      const uses = within(present[i]!, closed);
      if (uses === 0 || optionsOf(kinds[i]!).every((option) => within(option, closed) >= uses)) continue;
      for (const c of present[i]!.classes) closed[c] = 0;
      changed = true;
    }
  }
  return closed;
}

function within({ classes }: Option, set: Uint8Array): number {
  let uses = 0;
  for (const c of classes) uses += set[c]!;
  return uses;
}
