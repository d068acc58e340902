import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { memoryBookings } from './memory-bookings.ts';
import { memoryDeliveries } from './memory-deliveries.ts';
import { memoryLeaderLocks } from './memory-leader-locks.ts';
import { memoryEndpoints } from './memory-endpoints.ts';
import { memoryGuests } from './memory-guests.ts';
import { memoryKeys } from './memory-keys.ts';
import { type LocationContents, memoryLocations } from './memory-locations.ts';
import { memoryMaintenance } from './memory-maintenance.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { memoryRemoval } from './memory-removal.ts';
import { memorySignUps } from './memory-sign-ups.ts';
import { memoryPasskeys } from './memory-passkeys.ts';
import { memoryPeople } from './memory-people.ts';
import { memoryStaff } from './memory-staff.ts';
import { processRates } from './process-rates.ts';

/**
 * The reference storage: all ports over maps, for tests, and to show what the ports ask for. It lives and dies with its
 * process.
 */
export function memoryStorage(clock: Clock = { nowMs: () => Date.now() }): Storage {
  const endpoints = memoryEndpoints();
  const deliveries = memoryDeliveries(clock, endpoints);
  const signUps = memorySignUps(deliveries);
  const people = memoryPeople();
  const locations = memoryLocations(
    (): LocationContents => ({
      ...bookings,
      ...memoryRemoval(bookings, deliveries, people.leaveLocation),
    }),
    deliveries,
  );
  const bookings = memoryBookings(locations, deliveries);
  let enabled = true;
  let fingerprint: string | null = null;
  return {
    bookings,
    locations,
    keys: memoryKeys(signUps),
    signUps,
    staff: memoryStaff(clock, people, deliveries),
    passkeys: memoryPasskeys(clock, people),
    guests: memoryGuests(clock, bookings, deliveries),
    endpoints,
    outbox: memoryOutbox(clock, deliveries, endpoints),
    rates: processRates(clock),
    service: {
      isEnabled: async () => enabled,
      set: async (value) => void (enabled = value),
    },
    leaderLocks: memoryLeaderLocks(clock),
    secretKey: {
      read: async () => fingerprint,
      async replace(instead, wanted) {
        if (fingerprint !== instead) return false;
        fingerprint = wanted;
        return true;
      },
    },
    maintenance: memoryMaintenance(),
    nowMs: async () => clock.nowMs(),
    invalidations: { subscribe: () => () => undefined },
    check: async () => undefined,
    close: async () => undefined,
  };
}
