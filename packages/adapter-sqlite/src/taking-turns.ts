/** What waits, in the order in which it is taken: of each location one, then the next of each. Those of one location keep their order. */
export interface TakingTurns<T> {
  /** All that waits, the next to be taken first. */
  readonly waiting: readonly T[];
  /** @param locationId whose it is; what is of none comes with the next turn */
  add(one: T, locationId: string | null): void;
  /** The first so many are done. */
  drop(count: number): void;
}

interface Position {
  readonly locationId: string | null;
  readonly turn: number;
}

/** Remembers nothing of a location of which nothing waits. */
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
