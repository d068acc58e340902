import type { Call, Exchange } from './exchange.ts';
import { instantText } from './days.ts';
import type { Run } from './run.ts';

type As = Pick<Call, 'as' | 'header'>;

export const UNKNOWN_LOCATION = 'c0f0c0f0-0000-4000-8000-000000000000';
export const UNKNOWN_BOOKING = 'conformance-no-such-booking';
export const UNKNOWN_ENTRY = 'conformance-no-such-entry';
export const UNKNOWN_HOLD = 'conformance-no-such-hold';

interface Availability {
  readonly date?: string;
  readonly partySize?: number | string;
}

export function availabilityCall(locationId: string, input: Availability, as: As = {}): Call {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return { method: 'GET', path: `/locations/${locationId}/availability?${query.toString()}`, ...as };
}

export interface BatchInput {
  readonly startDate: string;
  readonly endDate: string;
  readonly partySizes: readonly number[];
}

export function batchCall(locationId: string, body: BatchInput, as: As = {}): Call {
  return { method: 'POST', path: `/locations/${locationId}/availability/batch`, body, ...as };
}

/** A Create-booking request (§2.6); with undefined a field is left out. */
export type BookingInput = Readonly<Record<string, unknown>>;

export function createCall(locationId: string, body: BookingInput | string, as: As = {}): Call {
  return { method: 'POST', path: `/locations/${locationId}/bookings`, body, ...as };
}

/** A request that tells whoever finds the booking where it came from. */
export function bookingInput(run: Run, startMs: number, more: BookingInput = {}): BookingInput {
  return {
    startsAt: instantText(startMs),
    partySize: run.settings.party,
    name: 'Bord conformance',
    email: 'conformance@example.com',
    partnerBookingRef: run.newReference(),
    ...more,
  };
}

export function book(run: Run, body: BookingInput, as: As = {}): Promise<Exchange> {
  return run.ask(createCall(run.settings.locationId, body, as));
}

export function readCall(bookingId: string, as: As = {}): Call {
  return { method: 'GET', path: `/bookings/${encodeURIComponent(bookingId)}`, ...as };
}

export function cancelCall(bookingId: string, as: As = {}): Call {
  return { method: 'POST', path: `/bookings/${encodeURIComponent(bookingId)}/cancel`, ...as };
}

export function moveCall(bookingId: string, body: object | string, as: As = {}): Call {
  return { method: 'POST', path: `/bookings/${encodeURIComponent(bookingId)}/move`, body, ...as };
}

export function holdCall(locationId: string, body: object | string, as: As = {}): Call {
  return { method: 'POST', path: `/locations/${locationId}/holds`, body, ...as };
}

export function confirmCall(holdId: string, body: object | string, as: As = {}): Call {
  return { method: 'POST', path: `/holds/${encodeURIComponent(holdId)}/confirm`, body, ...as };
}

export function releaseCall(holdId: string, as: As = {}): Call {
  return { method: 'DELETE', path: `/holds/${encodeURIComponent(holdId)}`, ...as };
}

export function listCall(conditions: Readonly<Record<string, string>>, as: As = {}): Call {
  return { method: 'GET', path: `/bookings?${new URLSearchParams(conditions).toString()}`, ...as };
}

export function searchCall(body: object | string, as: As = {}): Call {
  return { method: 'POST', path: '/availability/search', body, ...as };
}

export function joinCall(locationId: string, body: object | string, as: As = {}): Call {
  return { method: 'POST', path: `/locations/${locationId}/waitlist`, body, ...as };
}

export function entryCall(method: 'GET' | 'DELETE', waitingId: string, as: As = {}): Call {
  return { method, path: `/waitlist/${encodeURIComponent(waitingId)}`, ...as };
}
