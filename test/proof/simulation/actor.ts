import type { Acknowledged } from './acknowledged.ts';
import type { Attempts } from './attempts.ts';
import type { Records } from './records.ts';
import type { Servers } from './servers.ts';
import type { World } from './world.ts';

/** The surroundings of an actor. */
export interface Around {
  readonly world: World;
  readonly records: Records;
  readonly servers: Servers;
  readonly attempts: Attempts;
  readonly acknowledged: Acknowledged;
}

/** A person or program that acts on the restaurant. */
export abstract class Actor {
  protected readonly world: World;
  protected readonly records: Records;
  protected readonly servers: Servers;
  protected readonly attempts: Attempts;
  protected readonly acknowledged: Acknowledged;

  constructor({ world, records, servers, attempts, acknowledged }: Around) {
    this.world = world;
    this.records = records;
    this.servers = servers;
    this.attempts = attempts;
    this.acknowledged = acknowledged;
  }
}
