/** Sets the clock by which JavaScript goes in this process, for days that are still to come. Timers go on as they do. */

const ActualDate = Date;

/** It is `nowMs` now, and goes on from there; null: the clock is as it is. */
export function setClock(nowMs: number | null): void {
  const aheadMs = nowMs === null ? 0 : nowMs - ActualDate.now();
  globalThis.Date = aheadMs === 0 ? ActualDate : dateAhead(aheadMs);
}

function dateAhead(aheadMs: number): DateConstructor {
  return class extends ActualDate {
    constructor(...given: [] | [number | string | Date]) {
      super(...((given.length === 0 ? [ActualDate.now() + aheadMs] : given) as [number]));
    }

    static override now(): number {
      return ActualDate.now() + aheadMs;
    }
  } as DateConstructor;
}
