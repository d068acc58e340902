/** Tools for a booking that was made: read, change and cancel it. */
import { z } from 'zod';
import { isRefused } from './callers.ts';
import { assertExpected } from './local-time.ts';
import { openOffer } from './offers.ts';
import { Rejection } from './rejection.ts';
import { bookingSchema, FIELDS } from './schemas.ts';
import { bookingAnswer, CHANGES, READS, rejectionOf, tool } from './tool.ts';

export const getBooking = tool({
  name: 'get_booking',
  description: 'A booking by the handle of book_table.',
  input: z.strictObject({ booking: FIELDS.handle }),
  output: bookingSchema,
  annotations: READS,
  run: async ({ caller }, { booking }) => bookingAnswer(await caller.booking(booking)),
});

export const changeBooking = tool({
  name: 'change_booking',
  description:
    'Move a booking to the time and party size of an offer from find_times with `booking`. `expect`: the booking after the change.',
  input: z.strictObject({ booking: FIELDS.handle, offer: FIELDS.handle, expect: FIELDS.expect }),
  output: bookingSchema,
  annotations: CHANGES,
  async run(use, { booking, offer: sealed, expect }) {
    const { caller } = use;
    const known = await caller.booking(booking);
    const { location } = known;
    const offer = openOffer(use, sealed);
    if (offer.locationId !== location.id) throw new Rejection('offer_unknown');
    assertExpected(location, offer, expect);
    const { startMs, partySize } = offer;
    const moved = await caller.move(known, { startMs, partySize });
    if (isRefused(moved)) throw await rejectionOf(use, moved, location, offer, known);
    return bookingAnswer(moved);
  },
});

export const cancelBooking = tool({
  name: 'cancel_booking',
  description: 'Cancel a booking. `expect`: the booking that is cancelled.',
  input: z.strictObject({ booking: FIELDS.handle, expect: FIELDS.expect }),
  output: bookingSchema,
  annotations: CHANGES,
  async run({ caller }, { booking, expect }) {
    const known = await caller.booking(booking);
    assertExpected(known.location, known.booking, expect);
    return bookingAnswer(await caller.cancel(known));
  },
});
