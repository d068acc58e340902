import type { Endpoint } from '../core/outbox/event.ts';
import type { EventType } from '../core/outbox/event-type.ts';

/** Where partners want to hear of their bookings. */
export interface EndpointStore {
  /** Inserts an endpoint. */
  insert(endpoint: Endpoint): Promise<void>;

  /** By id; null when there is none. */
  find(endpointId: string): Promise<Endpoint | null>;

  /** All endpoints, the oldest first. */
  list(): Promise<readonly Endpoint[]>;

  /** Those of one partner, disabled ones too: their events wait. */
  ofPartner(partner: string): Promise<readonly Endpoint[]>;

  /** Those that name this type in their list of types, disabled ones too; the oldest first. One without a list names none (D30). */
  naming(type: EventType): Promise<readonly Endpoint[]>;

  /**
   * Replaces an endpoint by what `rule` makes of it; the endpoint afterwards, or null when there is none.
   *
   * Atomic: the rule sees the endpoint under a lock, and deliveries are settled before or after it. If it throws, nothing is changed.
   */
  change(endpointId: string, rule: (endpoint: Endpoint) => Endpoint): Promise<Endpoint | null>;

  /**
   * Deletes an endpoint; false when there is none. Its queue is open from then on: what waits there is dropped by whoever delivers, and what became
   * of the rest can be looked up as before.
   */
  remove(endpointId: string): Promise<boolean>;
}
