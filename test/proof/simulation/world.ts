import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Checks } from './checks.ts';
import type { InFlight } from './in-flight.ts';
import { Story } from './story.ts';
import type { Trouble } from './troubles.ts';
import { type Dice, diceOf, type Turns, turnsOf } from './turns.ts';

/** Faults and their frequency: one in n. */
export interface Weather {
  /** A call never reaches the storage. */
  lostBefore: number;
  /** A call is executed, and its answer is lost: the outcome of the commit is unknown. */
  lostAfter: number;
  /** The same, and the caller notices only after a long time. */
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

/** The parameters of a world. */
export interface WorldOptions {
  readonly seed: number;
  readonly startMs: number;
  /** Troubles that are left out. */
  readonly without?: ReadonlySet<Trouble> | undefined;
  /** All is written down as a story. */
  readonly isWritten?: boolean | undefined;
}

/** One history from its seed: dice, turns, time, faults, and the recorded trace. */
export class World {
  /** The dice of the current actor: each participant, and each wish, has separate ones. */
  readonly dice: Dice;
  /** The source of ids: a single stream, so that they are unique. */
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

  /** Runs work with separate dice: its rolls do not depend on others. */
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

  /** SHA-256 over the recorded trace; recording ends here. */
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
