import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Checks } from './checks.ts';
import type { InFlight } from './in-flight.ts';
import { Story } from './story.ts';
import type { Trouble } from './troubles.ts';
import { type Dice, diceOf, type Turns, turnsOf } from './turns.ts';

/** What goes wrong, and how often: one time in so many. */
export interface Weather {
  /** A call never reaches the storage. */
  lostBefore: number;
  /** A call is carried out, and its answer is lost: a commit whose outcome nobody knows. */
  lostAfter: number;
  /** Likewise, and whoever called only notices after a long while. */
  hangs: number;
  /** Receivers and mail servers have their moods. */
  isMoody: boolean;
  /** Processes end without a word. */
  isDeadly: boolean;
}

const STORM: Weather = { lostBefore: 25, lostAfter: 25, hangs: 200, isMoody: true, isDeadly: true };
const NO_LOSSES = { lostBefore: Infinity, lostAfter: Infinity, hangs: Infinity };
const CALM: Weather = { ...NO_LOSSES, isMoody: false, isDeadly: false };

/** How far the processes' clocks are from the storage's, at most. */
export const SKEW_MS = 2000;

/** What a world is made from. */
export interface WorldOptions {
  readonly seed: number;
  readonly startMs: number;
  /** What does not happen in it. */
  readonly without?: ReadonlySet<Trouble> | undefined;
  /** All is written down as a story. */
  readonly isWritten?: boolean | undefined;
}

/** One history from its seed: chance, turns, time and weather, and what was said in it. */
export class World {
  /** The dice of whoever throws them: each participant, and each wish, has its own. */
  readonly dice: Dice;
  /** What ids are made of: all of one stream, so that none comes twice. */
  readonly ids: Dice;
  readonly turns: Turns;
  readonly inFlight: InFlight = { count: 0 };
  readonly weather: Weather;
  readonly checks = new Checks();
  readonly story: Story | null;
  readonly #without: ReadonlySet<Trouble>;
  readonly #seed: number;
  readonly #own = new AsyncLocalStorage<Dice>();
  readonly #trace = createHash('sha256');
  #hash: string | null = null;
  #nowMs: number;
  #accusation: Error | null = null;

  constructor({ seed, startMs, without = new Set(), isWritten = false }: WorldOptions) {
    this.#seed = seed;
    this.#without = without;
    this.#nowMs = startMs;
    this.weather = { ...STORM };
    if (!this.happens('lost calls')) Object.assign(this.weather, NO_LOSSES);
    if (!this.happens('moody receivers')) this.weather.isMoody = false;
    if (!this.happens('crashes')) this.weather.isDeadly = false;
    const common = diceOf(seed);
    const own = (): Dice => this.#own.getStore() ?? common;
    this.dice = {
      next: () => own().next(),
      roll: (below) => own().roll(below),
      once: (times) => own().once(times),
      pick: (of) => own().pick(of),
      bytes: (length) => own().bytes(length),
    };
    this.ids = diceOf(seedOf(seed, 'ids'));
    this.turns = turnsOf(this.dice, this.inFlight);
    this.story = isWritten ? new Story(this.nowMs) : null;
  }

  /** Whether such things happen in this world. */
  happens(trouble: Trouble): boolean {
    return !this.#without.has(trouble);
  }

  /** Runs something with dice of its own: what it throws does not depend on what others do. */
  as<R>(name: string, run: () => R): R {
    return this.#own.run(diceOf(seedOf(this.#seed, name)), run);
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

  /** SHA-256 over all that was noted; nothing can be noted after that. */
  hash(): string {
    this.#hash ??= this.#trace.digest('hex');
    return this.#hash;
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

/** A seed that follows from another and a name, by FNV-1a. */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
