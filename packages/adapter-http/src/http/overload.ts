/** Under overload the most important work is done in time and the rest is rejected, or all would be late. */

import type { ServerResponse } from 'node:http';
import { Gate, Locations } from './gate.ts';
import { DEFAULT_LIMITS, forEachLoad, type Load, type LoadLimits, LOADS } from './load-limits.ts';

/** What goes on at the gate of a class. */
interface GateStats {
  /** Requests that are being worked on. */
  readonly running: number;
  /** Requests that wait to be let in. */
  readonly waiting: number;
}

/** What goes on in a class. */
export interface LoadStats extends GateStats {
  /** Requests whose bodies are waited for. */
  readonly arriving: number;
}

/** What work that has been let in holds. */
export interface Admission {
  /** Gives the place back while `wait` runs, such as for a slow body, then takes one again; throws {@link ShedError} after too long. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** There is no room for work of this class. */
export class ShedError extends Error {
  readonly load: Load;

  constructor(load: Load) {
    super(`no room for ${load}`);
    this.load = load;
  }
}

/** Lets work in, as much as there is room for. */
export interface Overload {
  /**
   * Does the work now, or soon. Throws {@link ShedError} when there is no room: then the work has not been begun.
   *
   * @param locationId whose work it is; null where the request does not say
   * @param response when it closes, the work waits no longer: it begins, and must find out that its connection has closed
   */
  run<T>(
    load: Load,
    locationId: string | null,
    work: (admission: Admission) => Promise<T>,
    response?: ServerResponse,
  ): Promise<T>;
  /** Takes a place, given back by `leave`. Null: immediately; else once the promise resolves. Fails with {@link ShedError} without room. */
  enter(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> | null;
  leave(load: Load, locationId: string | null): void;
  stats(): Readonly<Record<Load, GateStats>>;
}

/** For work that holds no place. */
export const UNBOUNDED: Admission = { outside: (wait) => wait() };

/** Lets everything in. */
export const NO_LIMITS: Overload = {
  run: (_, __, work) => work(UNBOUNDED),
  enter: () => null,
  leave: () => undefined,
  stats: () => forEachLoad(() => ({ running: 0, waiting: 0 })),
};

/** How often those are looked for who have waited too long. */
const SWEEP_MS = 100;

/** Half of a turn is at most so long. */
const HALF_MS_MAX = 30;

/** @param isBusy whether requests are in each other's way at this time */
export function createOverload(
  limits: LoadLimits = DEFAULT_LIMITS,
  isBusy: () => boolean = () => true,
): Overload {
  const locations = new Locations(isBusy);
  const gates = forEachLoad((load) => new Gate(limits[load], locations));
  const inOrder = LOADS.map((load) => gates[load]);
  const turn = createTurn(nextTurn);
  const sweepLater = sweeperOf(inOrder);
  let lastInMs = 0;
  let halfMs = 0;

  /** What has gone on since the last one was let in (saying no, for the most part) must not take all of the time. */
  function nextTurn(): void {
    halfMs = Math.min(performance.now() - lastInMs, HALF_MS_MAX);
    letIn();
  }

  /** Lets the first of those in who wait and may come now; then the next, when that one has done what it can do at once. */
  function letIn(): void {
    const open = inOrder.find(({ isOpen }) => isOpen);
    if (!open) return;
    if (turn.passedMs() >= Math.max(open.limit.turnMs, halfMs)) return turn.again();
    lastInMs = performance.now();
    open.letIn();
    afterwards(letIn);
  }

  /** Takes a place at once; false when there is none at this moment. */
  function take(at: Gate, locationId: string | null): boolean {
    return turn.passedMs() < at.limit.turnMs && at.take(locationId);
  }

  async function queueUp(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> {
    sweepLater();
    turn.again();
    if (!(await gates[load].wait(locationId, response))) throw new ShedError(load);
  }

  function leave(load: Load, locationId: string | null): void {
    gates[load].leave(locationId);
    if (gates[load].waiting > 0) turn.again();
  }

  function enter(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> | null {
    locations.note(locationId);
    if (take(gates[load], locationId)) return null;
    if (!gates[load].mayWait(locationId)) throw new ShedError(load);
    return queueUp(load, locationId, response);
  }

  return {
    enter,
    async run(load, locationId, work, response) {
      const coming = enter(load, locationId, response);
      if (coming) await coming;
      // Back from outside it waits however many do: it has been let in once.
      return withAdmission(
        work,
        () => leave(load, locationId),
        async () => (take(gates[load], locationId) ? undefined : queueUp(load, locationId)),
      );
    },
    leave,
    stats: () => forEachLoad((load) => ({ running: gates[load].running, waiting: gates[load].waiting })),
  };
}

/** Turns those away who have waited too long, from the next call on until nobody waits. */
function sweeperOf(gates: readonly Gate[]): () => void {
  let isSweeping = false;
  return function sweepLater() {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      const nowMs = performance.now();
      for (const gate of gates) gate.sweep(nowMs);
      if (gates.some(({ waiting }) => waiting > 0)) sweepLater();
    }, SWEEP_MS).unref();
  };
}

/** Does work in a place that it holds from now on. */
async function withAdmission<T>(
  work: (admission: Admission) => Promise<T>,
  leave: () => void,
  comeBack: () => Promise<void>,
): Promise<T> {
  const admission = admissionOf(leave, comeBack);
  try {
    return await work(admission);
  } finally {
    admission.giveBack();
  }
}

/** A place that is held from now on. */
function admissionOf(leave: () => void, comeBack: () => Promise<void>): Admission & { giveBack(): void } {
  let isHeld = true;
  const giveBack = (): void => {
    if (isHeld) leave();
    isHeld = false;
  };
  return {
    giveBack,
    async outside(wait) {
      giveBack();
      const come = await wait();
      await comeBack();
      isHeld = true;
      return come;
    },
  };
}

/** A turn of the event loop. */
interface Turn {
  /** Since this turn was first asked about. */
  passedMs(): number;
  /** Calls `next` in the next turn. */
  again(): void;
}

function createTurn(next: () => void): Turn {
  let startedMs = 0;
  let isOpen = false;
  let isWanted = false;

  function open(): void {
    isOpen = true;
    startedMs = performance.now();
    setImmediate(() => {
      isOpen = false;
      if (!isWanted) return;
      isWanted = false;
      next();
    });
  }

  return {
    passedMs() {
      if (!isOpen) open();
      return performance.now() - startedMs;
    },
    again() {
      isWanted = true;
      if (!isOpen) open();
    },
  };
}

/** Still in this turn, and after all that does not have to wait for the outside. */
function afterwards(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
