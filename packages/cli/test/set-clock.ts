/** Sets JavaScript's clock in this process to a future day. Timers keep the real time. */

const ActualDate = Date;

/** Sets the current time, which continues from there; null restores the real time. */
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
