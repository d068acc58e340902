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
  /** Its `operationId` in the OpenAPI document. */
  readonly name: RouteName;
  readonly method: 'GET' | 'POST';
  /** Below the base path. */
  readonly path: string;
  readonly operation: Operation;
}

export type RouteName =
  | 'readAvailability'
  | 'readAvailabilityBatch'
  | 'createBooking'
  | 'readBooking'
  | 'cancelBooking'
  | 'readMenu';

export const ROUTES: readonly Route[] = [
  {
    name: 'readAvailability',
    method: 'GET',
    path: '/locations/:locationId/availability',
    scope: 'availability:read',
    operation: readAvailability,
  },
  {
    name: 'readAvailabilityBatch',
    method: 'POST',
    path: '/locations/:locationId/availability/batch',
    scope: 'availability:read',
    operation: readAvailabilityBatch,
  },
  {
    name: 'createBooking',
    method: 'POST',
    path: '/locations/:locationId/bookings',
    scope: 'bookings:write',
    operation: createBooking,
  },
  {
    name: 'readBooking',
    method: 'GET',
    path: '/bookings/:bookingId',
    scope: 'bookings:read',
    operation: readBooking,
  },
  {
    name: 'cancelBooking',
    method: 'POST',
    path: '/bookings/:bookingId/cancel',
    scope: 'bookings:write',
    operation: cancelBooking,
  },
  {
    name: 'readMenu',
    method: 'GET',
    path: '/locations/:locationId/menu',
    scope: 'menu:read',
    unknownLocation: 'location_not_found',
    operation: readMenu,
  },
];
