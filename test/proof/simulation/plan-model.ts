/** The plans that a restaurant has had, as the second account knows them: by the revision on which a step is decided. */
import type { Location } from '@bord/engine';
import type { DiaryScope } from '@bord/engine/storage';
import { type Rules, rulesOf } from './restaurant.ts';

export class PlanModel {
  readonly counts = { planned: 0 };
  readonly #rules = new Map<string, Rules>();
  readonly #current = new Map<string, Location>();

  /** The plan has been stored. */
  stored(location: Location): void {
    if (this.#current.has(location.id)) this.counts.planned += 1;
    this.#current.set(location.id, location);
    this.#rules.set(`${location.id} ${location.revision}`, rulesOf(location));
  }

  current(locationId: string): Location {
    return this.#current.get(locationId)!;
  }

  /** The rules at this moment. */
  rules(locationId: string): Rules {
    return this.#rules.get(`${locationId} ${this.current(locationId).revision}`)!;
  }

  /** The rules of a step. */
  rulesOf({ locationId, locationRevision }: Pick<DiaryScope, 'locationId' | 'locationRevision'>): Rules {
    return this.#rules.get(`${locationId} ${locationRevision}`)!;
  }
}
