/** The results of the rounds on one storage. */
import type { DatabaseKind } from './database.ts';
import { killsOf } from './faults.ts';
import type { RoundResult } from './round.ts';

const COUNTS = [
  'histories',
  'operations',
  'observations',
  'unknown',
  'acknowledged',
  'events',
  'mails',
] as const;

export class Tally {
  readonly storage: DatabaseKind;
  readonly #servers: number;
  readonly #startMs = performance.now();
  readonly #faults: Record<string, number> = {};
  #error: string | null = null;
  readonly sums = {
    rounds: 0,
    histories: 0,
    operations: 0,
    observations: 0,
    unknown: 0,
    acknowledged: 0,
    events: 0,
    mails: 0,
    lost: 0,
    strange: 0,
    unsent: 0,
    violations: 0,
    undecided: 0,
  };
  /** Of the round that is under way. */
  #operationsNow = 0;

  constructor(storage: DatabaseKind, servers: number) {
    this.storage = storage;
    this.#servers = servers;
  }

  add(result: RoundResult): void {
    const { sums } = this;
    sums.rounds += 1;
    for (const name of COUNTS) sums[name] += result[name];
    for (const name of ['lost', 'strange', 'unsent'] as const) sums[name] += result[name].length;
    sums.violations += result.violations.filter(({ isUndecided }) => !isUndecided).length;
    sums.undecided += result.violations.filter(({ isUndecided }) => isUndecided).length;
    for (const [what, count] of Object.entries(result.faults))
      this.#faults[what] = (this.#faults[what] ?? 0) + count;
    this.#operationsNow = 0;
  }

  /** How many operations the round that is under way has seen. */
  during(operations: number): void {
    this.#operationsNow = operations;
  }

  broken(error: unknown): void {
    this.#error ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
  }

  get isSound(): boolean {
    return this.#error === null && this.sums.undecided === 0 && !this.hasFound;
  }

  /** Bord has a fault, and not only the instrument. */
  get hasFound(): boolean {
    const { lost, strange, unsent, violations } = this.sums;
    return lost + strange + unsent + violations > 0;
  }

  get kills(): number {
    return killsOf(this.#faults, this.#servers);
  }

  progress(): string {
    const { rounds, histories, operations, violations, lost } = this.sums;
    return (
      `${this.#seconds()} s: ${rounds} rounds, ${histories} histories, ${operations + this.#operationsNow} operations, ` +
      `${this.kills} kills, ${lost} lost, ${violations} violations`
    );
  }

  text(): string {
    const { storage, sums } = this;
    const rows: readonly (readonly [string, string])[] = [
      ['rounds', `${sums.rounds} in ${this.#seconds()} s`],
      ['histories', String(sums.histories)],
      [
        'requests',
        `${sums.operations - sums.observations}, of which ${sums.unknown} have an unknown outcome`,
      ],
      ['parties looked up', `${sums.observations}, in lists and in the database`],
      ['processes killed', String(this.kills)],
      [
        'faults',
        Object.entries(this.#faults)
          .map(([what, count]) => `${count} × ${what}`)
          .join(', ') || 'none',
      ],
      ['acknowledged changes', `${sums.acknowledged}, ${sums.lost} lost`],
      ['events and mails', `${sums.events} and ${sums.mails}, ${sums.unsent} missing or wrong`],
      ['strange', String(sums.strange)],
      [
        'histories without an order',
        `${sums.violations}${sums.undecided > 0 ? `, and ${sums.undecided} undecided` : ''}`,
      ],
      ...(this.#error === null ? [] : [['broken off', this.#error] as const]),
    ];
    return [storage, ...rows.map(([name, value]) => `  ${name.padEnd(28)}${value}`)].join('\n');
  }

  toJSON(): object {
    const { storage, sums, kills } = this;
    return { storage, ...sums, kills, faults: this.#faults, seconds: this.#seconds(), error: this.#error };
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#startMs) / 1000);
  }
}
