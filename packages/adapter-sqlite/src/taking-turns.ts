/** A queue in which locations take turns: one item of each location, then the next of each. Items of one location keep their order. */
export interface TakingTurns<T> {
  /** The waiting items, the next one first. */
  readonly waiting: readonly T[];
  /** @param locationId the location of the item; items without one come with the next turn */
  add(one: T, locationId: string | null): void;
  /** The first `count` items are done. */
  drop(count: number): void;
}

interface Position {
  readonly locationId: string | null;
  readonly turn: number;
}

/** Keeps no data of a location without waiting items. */
export function takingTurns<T>(): TakingTurns<T> {
  const waiting: T[] = [];
  const positions: Position[] = [];
  const latest = new Map<string, number>();
  let current = 0;

  function turnOf(locationId: string | null): number {
    if (locationId === null) return current + 1;
    const turn = Math.max(current, latest.get(locationId) ?? 0) + 1;
    latest.set(locationId, turn);
    return turn;
  }

  return {
    waiting,
    add(one, locationId) {
      const position = { locationId, turn: turnOf(locationId) };
      const at = positions.findLastIndex(({ turn }) => turn <= position.turn) + 1;
      positions.splice(at, 0, position);
      waiting.splice(at, 0, one);
    },
    drop(count) {
      waiting.splice(0, count);
      for (const { locationId, turn } of positions.splice(0, count)) {
        current = turn;
        if (locationId !== null && latest.get(locationId) === turn) latest.delete(locationId);
      }
    },
  };
}
