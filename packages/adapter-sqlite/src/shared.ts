import type { Endpoint } from '@bord/engine/storage';
import type { WorkingSnapshots } from './working-snapshot.ts';

/** What the steps of one transaction share. */
export interface Shared {
  readonly snapshots: WorkingSnapshots;
  /** Endpoints on which deliveries have been settled, by queue, as they are now. */
  readonly endpoints: Map<string, Endpoint>;
  /** What others may keep in memory is changed: bookings, plans, menus, keys, endpoints, the service. They forget it. */
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
