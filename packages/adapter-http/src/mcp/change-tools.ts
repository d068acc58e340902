/** Tools for a booking that was made: read, change and cancel it. */
import { z } from 'zod';
import { isRefused, type KnownBooking } from './callers.ts';
import { assertExpected, localTimeOf } from './local-time.ts';
import { openOffer } from './offers.ts';
import { Rejection } from './rejection.ts';
import { bookingAnswer, bookingSchema, CHANGES, FIELDS, READS, rejectionOf, tool } from './tool.ts';
import { timesAround } from './find-tools.ts';

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
    const { caller, seals, nowMs } = use;
    const known = await caller.booking(booking);
    const { location } = known;
    const offer = openOffer({ seals, caller: caller.name, nowMs }, sealed);
    if (offer.locationId !== location.id) throw new Rejection('offer_unknown');
    assertExpected(location, offer, expect);
    const { startMs, partySize, area } = offer;
    const moved = await caller.move(known, { startMs, partySize });
    if (!isRefused(moved)) return bookingAnswer(moved);
    const found = await timesAround(
      caller,
      location,
      { ...localTimeOf(location, startMs), partySize, area },
      known,
    );
    throw rejectionOf(use, moved, location, offer, found);
  },
});

export const cancelBooking = tool({
  name: 'cancel_booking',
  description: 'Cancel a booking. `expect`: the booking that is cancelled.',
  input: z.strictObject({ booking: FIELDS.handle, expect: FIELDS.expect }),
  output: bookingSchema,
  annotations: CHANGES,
  async run({ caller }, { booking, expect }) {
    const known: KnownBooking = await caller.booking(booking);
    assertExpected(known.location, known.booking, expect);
    return bookingAnswer(await caller.cancel(known));
  },
});
