import type { WorkingSnapshots } from './working-snapshot.ts';

/** What the steps of one transaction share. */
export interface Shared {
  readonly snapshots: WorkingSnapshots;
  /** What others may keep in memory is changed: bookings, plans, menus, keys, endpoints, the service. They forget it. */
  changed(): void;
  isChanged(): boolean;
}

export function share(snapshots: WorkingSnapshots): Shared {
  let isChanged = false;
  return { snapshots, changed: () => void (isChanged = true), isChanged: () => isChanged };
}
