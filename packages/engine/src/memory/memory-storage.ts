import type { Booking } from '../core/booking.ts';
import type { Endpoint } from '../core/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { memoryBookings } from './memory-bookings.ts';
import { memoryDuties } from './memory-duties.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryLocations } from './memory-locations.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { processRates } from './process-rates.ts';

/**
 * The reference storage: all ports over maps, for tests, and to show what the ports ask for. It lives and dies with its
 * process.
 */
export function memoryStorage(clock: Clock = { nowMs: () => Date.now() }): Storage {
  const outbox = memoryOutbox(clock);
  const locations = memoryLocations((locationId, nowMs): readonly Booking[] =>
    bookings.liveAfter(locationId, nowMs),
  );
  const bookings = memoryBookings(locations, outbox);
  const endpoints: Endpoint[] = [];
  let enabled = true;
  return {
    bookings,
    locations,
    keys: memoryKeys(),
    endpoints: {
      insert: async (endpoint) => void endpoints.push(endpoint),
      ofPartner: async (partner) => endpoints.filter((endpoint) => endpoint.partner === partner),
    },
    outbox,
    rates: processRates(clock),
    service: {
      isEnabled: async () => enabled,
      set: async (value) => void (enabled = value),
    },
    duties: memoryDuties(clock),
    notices: { subscribe: () => () => undefined },
    check: async () => undefined,
    close: async () => undefined,
  };
}
