import type { DiaryPages } from './open-page.ts';

/** What the steps of one transaction share. */
export interface Shared {
  readonly pages: DiaryPages;
  /** What others may keep in memory is changed: bookings, plans, menus, keys, endpoints, the service. They forget it. */
  changed(): void;
  isChanged(): boolean;
}

export function share(pages: DiaryPages): Shared {
  let isChanged = false;
  return { pages, changed: () => void (isChanged = true), isChanged: () => isChanged };
}
