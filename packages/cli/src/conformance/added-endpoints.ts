import { DAY_MS } from '@bord/engine';
import {
  bookingInput,
  confirmCall,
  entryCall,
  holdCall,
  listCall,
  joinCall,
  moveCall,
  releaseCall,
  searchCall,
  UNKNOWN_BOOKING,
  UNKNOWN_ENTRY,
  UNKNOWN_HOLD,
} from './asking.ts';
import { instantText } from './days.ts';
import type { Endpoint } from './endpoints.ts';
import { startDate } from './fixtures/survey.ts';
import { CONFIRM, HOLD, RELEASE } from './rules/holds.ts';
import { LIST } from './rules/list.ts';
import { ENTRY, JOIN, LEAVE } from './rules/waitlist.ts';
import { MOVE } from './rules/move.ts';
import { SEARCH } from './rules/search.ts';

/** Endpoints that were added within v1 (D30), in order. Their rules are skipped on a server that has none of them. */
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
  {
    title: 'D35 Hold a table',
    rules: HOLD,
    method: 'POST',
    path: '/locations/{locationId}/holds',
    scope: 'bookings:write',
    statuses: [201, 400, 401, 403, 409, 429, 503],
    request: (run, locationId, by) =>
      // Not available at this time.
      holdCall(
        locationId,
        { startsAt: instantText(run.nowMs() - 30 * DAY_MS), partySize: run.settings.party },
        by,
      ),
  },
  {
    title: 'D35 Confirm a hold',
    rules: CONFIRM,
    method: 'POST',
    path: '/holds/{holdId}/confirm',
    scope: 'bookings:write',
    statuses: [201, 400, 401, 403, 404, 409, 429, 503],
    request: (run, _, by) => confirmCall(UNKNOWN_HOLD, bookingInput(run, 0), by),
  },
  {
    title: 'D35 Release a hold',
    rules: RELEASE,
    method: 'DELETE',
    path: '/holds/{holdId}',
    scope: 'bookings:write',
    statuses: [200, 401, 403, 404, 429, 503],
    request: (_, __, by) => releaseCall(UNKNOWN_HOLD, by),
  },
  {
    title: 'D34 Search',
    rules: SEARCH,
    method: 'POST',
    path: '/availability/search',
    scope: 'availability:read',
    statuses: [200, 400, 401, 403, 429, 503],
    request: (run, locationId, by) =>
      searchCall({ locationIds: [locationId], date: startDate(run), partySize: run.settings.party }, by),
  },
  {
    title: 'D36 Join the waitlist',
    rules: JOIN,
    method: 'POST',
    path: '/locations/{locationId}/waitlist',
    scope: 'bookings:write',
    statuses: [201, 400, 401, 403, 409, 429, 503],
    request: (run, locationId, by) =>
      // Not available at this time.
      joinCall(
        locationId,
        { ...bookingInput(run, 0), date: '2020-01-01', from: '19:00', to: '19:00', mode: 'offer' },
        by,
      ),
  },
  {
    title: 'D36 Read a waitlist entry',
    rules: ENTRY,
    method: 'GET',
    path: '/waitlist/{waitingId}',
    scope: 'bookings:read',
    statuses: [200, 401, 403, 404, 429, 503],
    request: (_, __, by) => entryCall('GET', UNKNOWN_ENTRY, by),
  },
  {
    title: 'D36 Leave the waitlist',
    rules: LEAVE,
    method: 'DELETE',
    path: '/waitlist/{waitingId}',
    scope: 'bookings:write',
    statuses: [200, 401, 403, 404, 429, 503],
    request: (_, __, by) => entryCall('DELETE', UNKNOWN_ENTRY, by),
  },
  // Last: it cancels a booking.
  {
    title: 'D33 List bookings',
    rules: LIST,
    method: 'GET',
    path: '/bookings',
    scope: 'bookings:read',
    statuses: [200, 400, 401, 403, 429, 503],
    request: (_, locationId, by) => listCall({ locationId }, by),
  },
];
