import { createHash } from 'node:crypto';
import type { InFlight } from './in-flight.ts';
import { type Dice, diceOf, type Turns, turnsOf } from './turns.ts';

/** What goes wrong, and how often: one time in so many. */
export interface Weather {
  /** A call never reaches the storage. */
  lostBefore: number;
  /** A call is carried out, and its answer is lost: a commit whose outcome nobody knows. */
  lostAfter: number;
  /** Likewise, and whoever called only notices after a long while. */
  hangs: number;
  /** Receivers and mail servers have their moods, and processes end without a word. */
  isStorm: boolean;
}

const STORM: Weather = { lostBefore: 25, lostAfter: 25, hangs: 200, isStorm: true };
const CALM: Weather = { lostBefore: Infinity, lostAfter: Infinity, hangs: Infinity, isStorm: false };

/** How far the processes' clocks are from the storage's, at most. */
export const SKEW_MS = 2000;

/** One history from its seed: chance, turns, time and weather, and what was said in it. */
export class World {
  readonly dice: Dice;
  readonly turns: Turns;
  readonly inFlight: InFlight = { count: 0 };
  readonly weather: Weather = { ...STORM };
  readonly #trace = createHash('sha256');
  #nowMs: number;
  #accusation: Error | null = null;

  constructor(seed: number, nowMs: number) {
    this.dice = diceOf(seed);
    this.turns = turnsOf(this.dice, this.inFlight);
    this.#nowMs = nowMs;
  }

  /** The storage's clock; the processes' differ from it by a little. */
  nowMs = (): number => this.#nowMs;

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  calmDown(): void {
    Object.assign(this.weather, CALM);
  }

  note(line: string): void {
    this.#trace.update(`${this.#nowMs} ${line}\n`);
  }

  hash(): string {
    return this.#trace.digest('hex');
  }

  /** Something has happened that never may. It must not get lost on the way through those who catch errors. */
  accuse(what: string): void {
    this.#accusation ??= new Error(what);
  }

  /** Throws what was accused, if anything was. */
  assertInnocent(): void {
    if (this.#accusation) throw this.#accusation;
  }

  /** Waits for so many turns. */
  async wait(turns: number): Promise<void> {
    for (let i = 0; i < turns; i++) await this.turns.wait();
  }
}
