import type { HouseCaller } from '../../core/access/policy.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { ownBookingOf } from '../../core/booking/same-guest.ts';
import type { Waiting } from '../../core/booking/waiting.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { WaitingParty } from '../../core/timeline/day-sheet.ts';
import { readAvailability } from '../partner/read-availability.ts';
import type { App } from '../context.ts';
import { listWaiting } from '../waitlist.ts';

/**
 * The parties of a date that wait or have a live offer, and the reason if they have no table: another booking of the guest, or no free table
 * before some time. Availability is read from the cache if possible, once for each size.
 *
 * @param bookings of the date
 */
export async function readWaitingParties(
  app: App,
  caller: HouseCaller,
  at: { readonly locationId: string; readonly date: LocalDate; readonly bookings: readonly Booking[] },
): Promise<readonly WaitingParty[]> {
  const entries = await listWaiting(app, caller, at.locationId, at.date);
  const standing = entries.filter(({ state }) => state === 'waiting' || state === 'offered');
  const inLine = standing.filter(({ state }) => state === 'waiting');
  const free = new Map<number, readonly number[]>();
  for (const { partySize } of inLine) {
    if (free.has(partySize)) continue;
    const { answer } = await readAvailability(app, caller, at.locationId, { date: at.date, partySize });
    free.set(
      partySize,
      answer.slots.filter(({ available }) => available).map(({ startMs }) => startMs),
    );
  }
  const nextFree = ({ state, partySize, toMs }: Waiting): number | null =>
    state === 'waiting' ? (free.get(partySize)?.find((startMs) => startMs > toMs) ?? null) : null;
  return standing.map((entry) => ({
    ...entry,
    bookedMs: ownBookingOf(entry.guest, at.bookings)?.startMs ?? null,
    nextFreeMs: nextFree(entry),
  }));
}
