import { Attempts } from './attempts.ts';
import { acme, hotel } from './choices.ts';
import { Follower } from './followers.ts';
import { Holders } from './holders.ts';
import { Acknowledged } from './acknowledged.ts';
import { Importers } from './importers.ts';
import { Members } from './members.ts';
import { Choosers } from './choosers.ts';
import { Planners } from './planners.ts';
import { Operator } from './operator.ts';
import { People } from './people.ts';
import type { Records } from './records.ts';
import { Searchers } from './searchers.ts';
import type { Servers } from './servers.ts';
import { TablesHost } from './tables-host.ts';
import { Waiters } from './waiters.ts';
import type { World } from './world.ts';

/** How often whom something is wanted of, out of all. */
const SHARES = {
  people: 18,
  members: 4,
  importers: 1,
  waiters: 5,
  holders: 4,
  choosers: 2,
  planners: 1,
  operator: 2,
  tables: 2,
  searchers: 1,
  followers: 1,
} as const;

const WHO = (Object.keys(SHARES) as (keyof typeof SHARES)[]).flatMap((who) =>
  Array.from({ length: SHARES[who] }, () => who),
);

/** Everybody who wants something of the restaurant. */
export class Cast {
  readonly attempts: Attempts;
  readonly acknowledged: Acknowledged;
  readonly members: Members;
  readonly people: People;
  readonly operator: Operator;
  readonly tables: TablesHost;
  readonly searchers: Searchers;
  readonly followers: readonly Follower[];
  readonly #world: World;
  readonly #importers: Importers;
  readonly #holders: Holders;
  readonly #choosers: Choosers;
  readonly #planners: Planners;
  readonly #waiters: Waiters;

  constructor(world: World, records: Records, servers: Servers) {
    const attempts = new Attempts(world, servers);
    this.#world = world;
    this.attempts = attempts;
    this.acknowledged = new Acknowledged(world, records.annals);
    const around = { world, records, servers, attempts, acknowledged: this.acknowledged };
    this.members = new Members(around);
    this.#importers = new Importers(around);
    this.people = new People(around);
    this.operator = new Operator(around);
    this.tables = new TablesHost(around);
    this.#holders = new Holders(around);
    this.#choosers = new Choosers(around);
    this.#planners = new Planners(around);
    this.#waiters = new Waiters(around);
    this.searchers = new Searchers(around);
    this.followers = [acme, hotel].map((one) => new Follower(around, one));
  }

  /** Somebody does something. */
  async act(): Promise<void> {
    const { dice } = this.#world;
    const actors = {
      people: this.people,
      members: this.members,
      importers: this.#importers,
      waiters: this.#waiters,
      holders: this.#holders,
      choosers: this.#choosers,
      planners: this.#planners,
      operator: this.operator,
      tables: this.tables,
      searchers: this.searchers,
      followers: dice.pick(this.followers),
    };
    await actors[dice.pick(WHO)].act();
  }

  /** How often what happened to them. */
  get counts(): Readonly<Record<string, number>> {
    const all = [
      this.people,
      this.members,
      this.#importers,
      this.#holders,
      this.#choosers,
      this.#planners,
      this.#waiters,
      this.searchers,
      this.operator,
      this.tables,
    ];
    return Object.assign({}, ...[...all, this.followers[0]!].map(({ counts }) => counts)) as Record<
      string,
      number
    >;
  }
}
