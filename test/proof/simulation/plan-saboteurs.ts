/** Storages that are at fault with plans that change: the simulation has to find each of them. */
import type { Saboteur } from './saboteurs.ts';

export const PLAN_SABOTEURS: Readonly<Record<string, Saboteur>> = {
  'a changed plan without an event': {
    guilt: /no event of changed availability|availability\.changed.* is not in the outbox/,
    sabotage: (sound) => ({
      ...sound,
      locations: {
        ...sound.locations,
        put: (locationId, plan, nowMs, check) =>
          sound.locations.put(locationId, plan, nowMs, (bookings, before) => {
            const { others } = check(bookings, before) ?? {};
            return others && { others };
          }),
      },
    }),
  },
  'a step with an outdated plan': {
    guilt: /on an outdated plan/,
    sabotage: (sound) => ({
      ...sound,
      bookings: {
        ...sound.bookings,
        async amend(scope, rule) {
          const { revision } = (await sound.locations.get(scope.locationId))!;
          return sound.bookings.amend({ ...scope, locationRevision: revision }, rule);
        },
      },
    }),
  },
};
