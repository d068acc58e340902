import { moveCall, UNKNOWN_BOOKING } from './asking.ts';
import type { Endpoint } from './endpoints.ts';
import { MOVE } from './rules/move.ts';

/**
 * Endpoints that were added within v1 (D30). A server that has none of them conforms to the specification: their rules are skipped there, and the
 * rules of §4 to §8 never ask for them.
 */
export const ADDED_ENDPOINTS: readonly Endpoint[] = [
  {
    title: 'D32 Move a booking',
    rules: MOVE,
    method: 'POST',
    path: '/bookings/{bookingId}/move',
    scope: 'bookings:write',
    statuses: [200, 400, 401, 403, 404, 409, 429, 503],
    request: (_, __, by) => moveCall(UNKNOWN_BOOKING, {}, by),
  },
];
