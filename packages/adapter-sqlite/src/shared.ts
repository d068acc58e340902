import type { Endpoint } from '@bord/engine/storage';
import type { WorkingSnapshots } from './working-snapshot.ts';

/** Data that the steps of one transaction share. */
export interface Shared {
  readonly snapshots: WorkingSnapshots;
  /** Endpoints with settled deliveries, by queue, in their current state. */
  readonly endpoints: Map<string, Endpoint>;
  /** Data that other processes cache was changed: bookings, plans, menus, keys, endpoints, the service switch. */
  changed(): void;
  isChanged(): boolean;
}

export function share(snapshots: WorkingSnapshots): Shared {
  let isChanged = false;
  const endpoints = new Map<string, Endpoint>();
  return {
    snapshots,
    endpoints,
    changed() {
      isChanged = true;
      endpoints.clear();
    },
    isChanged: () => isChanged,
  };
}
