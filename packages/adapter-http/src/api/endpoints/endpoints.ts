import { cancelBooking } from './cancel-booking.ts';
import { confirmHold } from './confirm-hold.ts';
import { createBooking } from './create-booking.ts';
import { createHold } from './create-hold.ts';
import type { Endpoint } from './endpoint.ts';
import { listBookings } from './list-bookings.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { leaveWaitlist } from './leave-waitlist.ts';
import { moveBooking } from './move-booking.ts';
import { readAvailabilityBatch } from './read-availability-batch.ts';
import { readAvailability } from './read-availability.ts';
import { readBooking } from './read-booking.ts';
import { readMenu } from './read-menu.ts';
import { readWaiting } from './read-waiting.ts';
import { releaseHold } from './release-hold.ts';
import { searchAvailability } from './search-availability.ts';

/** The operations of §4 and the additional ones (D30), in the order of the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = [
  readAvailability,
  readAvailabilityBatch,
  searchAvailability,
  createBooking,
  readBooking,
  moveBooking,
  cancelBooking,
  createHold,
  confirmHold,
  releaseHold,
  listBookings,
  joinWaitlist,
  readWaiting,
  leaveWaitlist,
  readMenu,
];
