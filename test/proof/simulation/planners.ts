/** Changes the plan while bookings and waitlist entries exist: closes future days and opens them, adds and removes a table, and changes turn times. */
import type { LocationPlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { anyDate } from './choices.ts';
import { LONG_TURNS, PLAN, WITH_TABLE } from './restaurant.ts';

const { LOCATION_ID } = fixtures;

export class Planners extends Actor {
  readonly counts = { closed: 0, opened: 0, refurnished: 0, notRefurnished: 0 };

  async act(): Promise<void> {
    const chosen = this.world.dice.roll(5);
    if (chosen === 0) return this.#close();
    return chosen < 3 ? this.#openAgain() : this.#refurnish();
  }

  async #close(): Promise<void> {
    const date = anyDate(this.world);
    const closed = await this.attempts.withRetry(`close: ${date}`, (engine) =>
      engine.operator.at(LOCATION_ID).closures.add({ from: date, to: date, reason: null }),
    );
    if (closed) this.counts.closed += 1;
  }

  async #openAgain(): Promise<void> {
    const { closures } = this.records.plans.current(LOCATION_ID);
    if (closures.length === 0) return this.#refurnish();
    const { id: closureId, from } = this.world.dice.pick(closures);
    const opened = await this.attempts.withRetry(`open again: ${from}`, (engine) =>
      engine.operator.at(LOCATION_ID).closures.remove(closureId),
    );
    if (opened) this.counts.opened += 1;
  }

  async #refurnish(): Promise<void> {
    const { dice } = this.world;
    const [hasTable, isLong] = [dice.once(2), dice.once(3)];
    const { closures } = this.records.plans.current(LOCATION_ID);
    const plan: LocationPlan = {
      ...PLAN,
      closures,
      ...(hasTable && { floorPlan: WITH_TABLE }),
      ...(isLong && { turnTimes: LONG_TURNS }),
    };
    const what = `plan: ${hasTable ? 'four' : 'three'} tables, ${isLong ? 'long' : 'usual'} visits`;
    const applied = await this.attempts.withRetry(what, (engine) =>
      engine.operator.locations.apply(plan, LOCATION_ID),
    );
    this.counts[applied ? 'refurnished' : 'notRefurnished'] += 1;
  }
}
