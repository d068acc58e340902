import { aCaller, aLocation, aRequest, aTable, FRIDAY_MS, LOCATION_ID } from '../src/contract/fixtures.ts';
import type { Block, BlockRequest } from '../src/core/booking/block.ts';
import { type Booking, found } from '../src/core/booking/booking.ts';
import { HOUR_MS } from '../src/core/instant.ts';
import { aProcess, aReceiver, virtualClock } from './process.ts';

/** 18:00 local time. */
export const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

/** A and B for up to four, C for up to two. */
export const FLOOR_PLAN = {
  tables: [aTable('A'), aTable('B'), aTable('C', { seatsMin: 1, seatsMax: 2 })],
  combinations: [],
  wastedSeatsMax: null,
};

/** From 17:00 to 23:00, table A. */
export function aBlockRequest(given: Partial<BlockRequest> = {}): BlockRequest {
  return { tables: ['A'], startMs: SIX_MS - HOUR_MS, endMs: SIX_MS + 5 * HOUR_MS, ...given };
}

/** A restaurant with three tables at the beginning of a Friday, a partner that gets all events, and helpers. */
export async function aRestaurant() {
  const clock = virtualClock();
  const receiver = aReceiver();
  const here = aProcess(clock, { webhooks: receiver });
  await aLocation(here.shared, { floorPlan: FLOOR_PLAN });
  await here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook' });
  const { bookings, tables } = here.engine.operator.at(LOCATION_ID);
  return {
    clock,
    here,
    bookings,
    tables,
    find: async (id: string): Promise<Booking> => found(await here.shared.bookings.find(id, null)),
    async booked(partySize: number, startMs = SIX_MS): Promise<Booking> {
      const request = aRequest(startMs, { partySize });
      const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, request);
      if (made.kind !== 'booked') throw new Error(made.kind);
      return made.booking;
    },
    async blocked(given: Partial<BlockRequest> = {}): Promise<Block> {
      const outcome = await tables.block(aBlockRequest(given));
      if (outcome.kind !== 'blocked') throw new Error(JSON.stringify(outcome));
      return outcome.block;
    },
    /** The number of posts to the partner so far. */
    async posts(): Promise<number> {
      await here.engine.background.deliverDue();
      return receiver.posts.length;
    },
  };
}
