/** Step 3. The guests' right to be forgotten. */
import {
  emailKeyOf,
  erased,
  type GuestStore,
  isErasable,
  isGuestRow,
  withoutGuest,
  withoutGuestOf,
  withoutNetwork,
} from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { by, type State } from './state.ts';

/** Erasing a guest clears their bookings and waiting messages. Guests with a future booking stay. */
export function fileGuests(file: JsonFile<State>, nowMs: () => number): GuestStore {
  return {
    async bookingsOf(email) {
      const own = Object.values(file.state.bookings)
        .filter(isGuestRow)
        .filter(({ guest }) => guest.email !== null && emailKeyOf(guest.email) === emailKeyOf(email));
      return own.toSorted(
        by(
          (one) => one.startMs,
          (one) => one.createdMs,
        ),
      );
    },

    erase: (bookingIds) =>
      file.step((draft) => {
        const ids = new Set(bookingIds);
        const chosen = Object.values(draft.bookings).filter(
          (one) => ids.has(one.id) && isErasable(one, nowMs()),
        );
        for (const booking of chosen) {
          draft.bookings[booking.id] = erased(booking);
          draft.events = withoutGuestOf(draft.events, booking.id);
          for (const one of Object.values(draft.deliveries))
            if (one.bookingId === booking.id) draft.deliveries[one.id] = { ...one, ...withoutGuest(one) };
        }
        return chosen.length;
      }),

    async endedBefore(locations, limit) {
      const erasable = Object.values(file.state.bookings).filter((one) => isErasable(one, nowMs()));
      const ended = locations.flatMap(({ locationId, endMs }) =>
        erasable
          .filter((one) => one.locationId === locationId && one.endMs < endMs)
          .toSorted(by((one) => one.endMs)),
      );
      return ended.slice(0, limit).map(({ id, kind }) => ({ id, kind }));
    },

    forgetNetworks: (madeBeforeMs, limit) =>
      file.step((draft) => {
        const old = Object.values(draft.bookings).filter(({ createdMs }) => createdMs < madeBeforeMs);
        const changed = old.flatMap(withoutNetwork).slice(0, limit);
        for (const booking of changed) draft.bookings[booking.id] = booking;
        return changed.length;
      }),
  };
}
