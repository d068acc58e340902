import type { Endpoint } from '../core/event.ts';

/** Where partners want to hear of their bookings. */
export interface EndpointStore {
  insert(endpoint: Endpoint): Promise<void>;

  ofPartner(partner: string): Promise<readonly Endpoint[]>;
}
