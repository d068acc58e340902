import type { Requirement } from './guard.ts';
import {
  cancelBooking,
  createBooking,
  type Operation,
  readAvailability,
  readAvailabilityBatch,
  readBooking,
  readMenu,
} from './operations.ts';

/** An endpoint of §4. */
export interface Route extends Requirement {
  readonly method: 'GET' | 'POST';
  /** Below the base path. */
  readonly path: string;
  readonly operation: Operation;
}

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/locations/:locationId/availability',
    scope: 'availability:read',
    operation: readAvailability,
  },
  {
    method: 'POST',
    path: '/locations/:locationId/availability/batch',
    scope: 'availability:read',
    operation: readAvailabilityBatch,
  },
  {
    method: 'POST',
    path: '/locations/:locationId/bookings',
    scope: 'bookings:write',
    operation: createBooking,
  },
  {
    method: 'GET',
    path: '/bookings/:bookingId',
    scope: 'bookings:read',
    operation: readBooking,
  },
  {
    method: 'POST',
    path: '/bookings/:bookingId/cancel',
    scope: 'bookings:write',
    operation: cancelBooking,
  },
  {
    method: 'GET',
    path: '/locations/:locationId/menu',
    scope: 'menu:read',
    unknownLocation: 'location_not_found',
    operation: readMenu,
  },
];
