import type { Refusal } from '../core/booking/refusal.ts';
import type { BookingStore } from '../ports/booking-store.ts';

export interface MemoryRefusals extends Pick<BookingStore, 'refusals' | 'purgeRefusals'> {
  add(refusal: Refusal): void;
  /** Deletes some of a location; how many. */
  forget(locationId: string, limit: number): number;
}

export function memoryRefusals(): MemoryRefusals {
  let all: Refusal[] = [];
  return {
    add: (refusal) => void all.push(refusal),
    forget(locationId, limit) {
      const some = new Set(all.filter((refusal) => refusal.locationId === locationId).slice(0, limit));
      all = all.filter((refusal) => !some.has(refusal));
      return some.size;
    },
    async refusals(locationId, { startMs, endMs }) {
      const ofLocation = all.filter((refusal) => refusal.locationId === locationId);
      const within = ofLocation.filter((refusal) => startMs <= refusal.startMs && refusal.startMs < endMs);
      return within.toSorted((a, b) => a.startMs - b.startMs || a.requestedMs - b.requestedMs);
    },
    async purgeRefusals(requestedBeforeMs, limit) {
      const old = new Set(all.filter(({ requestedMs }) => requestedMs < requestedBeforeMs).slice(0, limit));
      all = all.filter((refusal) => !old.has(refusal));
      return old.size;
    },
  };
}
