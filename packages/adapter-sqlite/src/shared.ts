import type { WorkingSnapshots } from './working-snapshot.ts';

/** What the steps of one transaction share. */
export interface Shared {
  readonly pages: WorkingSnapshots;
  /** What others may keep in memory is changed: bookings, plans, menus, keys, endpoints, the service. They forget it. */
  changed(): void;
  isChanged(): boolean;
}

export function share(pages: WorkingSnapshots): Shared {
  let isChanged = false;
  return { pages, changed: () => void (isChanged = true), isChanged: () => isChanged };
}
