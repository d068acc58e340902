import type { Booking, Channel } from '../core/booking/booking.ts';
import {
  type ChangeOrder,
  listChanges,
  hasChangedForPartner,
  NO_ORDER,
  withoutPosition,
} from '../core/booking/changes.ts';
import type { BookingStore } from '../ports/booking-store.ts';

export interface MemoryChanges extends Pick<BookingStore, 'changes'> {
  /** A booking is about to be saved. */
  note(before: Booking | undefined, after: Booking): void;
}

/** The order in which partners have been shown their changes, by channel. */
export function memoryChanges(all: () => Iterable<Booking>): MemoryChanges {
  const orders = new Map<Channel, ChangeOrder>();
  return {
    note(before, after) {
      const order = orders.get(after.channel);
      if (order && before && hasChangedForPartner(before, after))
        orders.set(after.channel, withoutPosition(order, after.id));
    },
    async changes(request) {
      const { channel } = request;
      const own =
        channel === 'operator'
          ? []
          : [...all()].filter((one) => one.kind === 'booking' && one.channel === channel);
      const { list, order } = listChanges(own, orders.get(channel) ?? NO_ORDER, request);
      orders.set(channel, order);
      return list;
    },
  };
}
