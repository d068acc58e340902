/**
 * A bound by counting. If at some instant a set of classes is full, and every party there needs its place in it, then no further party has room,
 * whatever the others do: re-seating never lowers the count. Computing these sets once for each segment answers most of the rejected questions on
 * a busy day.
 */
import type { Classes, Option } from './classes.ts';

/** The classes that are closed during each segment, worked out when a segment is first asked about. */
export interface CapacityBound {
  readonly classes: Classes;
  /** By segment, then by class. */
  readonly closed: (Uint8Array | undefined)[];
}

/** During some segment of the stretch each of the options needs a class that is closed. */
export function isClosed(
  capacityBound: CapacityBound,
  options: readonly Option[],
  from: number,
  to: number,
): boolean {
  for (let segment = from; segment < to; segment++) {
    const closed = (capacityBound.closed[segment] ??= closedDuring(capacityBound.classes, segment));
    if (options.every((option) => within(option, closed) > 0)) return true;
  }
  return false;
}

/** The largest set of full classes whose present holders each have no option that uses less of the set. */
function closedDuring(
  { instance, count, room, load, present, optionsOf }: Classes,
  segment: number,
): Uint8Array {
  const { segments, movables, from, to, kinds } = instance;
  const closed = new Uint8Array(count);
  for (let c = 0; c < count; c++)
    closed[c] = load[c * segments + segment]! >= room[c * segments + segment]! ? 1 : 0;
  const here: number[] = [];
  for (let i = 0; i < movables.length && from[i]! <= segment; i++) if (segment < to[i]!) here.push(i);
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
