import { DAY_MS } from '@bord/engine';
import {
  availabilityCall,
  batchCall,
  bookingInput,
  cancelCall,
  createCall,
  readCall,
  UNKNOWN_BOOKING,
} from './asking.ts';
import type { Call } from './exchange.ts';
import type { Section } from './rule.ts';
import { AVAILABILITY } from './rules/availability.ts';
import { BATCH } from './rules/batch.ts';
import { CREATE } from './rules/create.ts';
import { IDEMPOTENCY } from './rules/idempotency.ts';
import { MENU, menuCall } from './rules/menu.ts';
import { CANCEL, READ } from './rules/read-cancel.ts';
import { startDate } from './fixtures/survey.ts';
import type { Run } from './run.ts';

/** An endpoint of §4, and the rules that are its own. */
export interface Endpoint extends Section {
  readonly method: Call['method'];
  /** Below the base URL: `/bookings/{bookingId}`. */
  readonly path: string;
  readonly scope: string;
  /** Those that §4 lists for it. */
  readonly statuses: readonly number[];
  /** A well-formed request without effect. */
  readonly request: (run: Run, locationId: string, by: Pick<Call, 'as'>) => Call;
  readonly part?: Section;
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    title: '§4.1 Availability of a day',
    rules: AVAILABILITY,
    method: 'GET',
    path: '/locations/{locationId}/availability',
    scope: 'availability:read',
    statuses: [200, 400, 401, 403, 429, 503],
    request: (run, locationId, by) =>
      availabilityCall(locationId, { date: startDate(run), partySize: run.settings.party }, by),
  },
  {
    title: '§4.2 Availability, batch',
    rules: BATCH,
    method: 'POST',
    path: '/locations/{locationId}/availability/batch',
    scope: 'availability:read',
    statuses: [200, 400, 401, 403, 429, 503],
    request(run, locationId, by) {
      const date = startDate(run);
      return batchCall(locationId, { startDate: date, endDate: date, partySizes: [run.settings.party] }, by);
    },
  },
  {
    title: '§4.3 Create a booking',
    rules: CREATE,
    method: 'POST',
    path: '/locations/{locationId}/bookings',
    scope: 'bookings:write',
    statuses: [201, 400, 401, 403, 409, 429, 503],
    request: (run, locationId, by) =>
      createCall(locationId, bookingInput(run, run.nowMs() - 30 * DAY_MS), by), // rejected: in the past
    part: { title: '§4.3.5 Idempotency', rules: IDEMPOTENCY },
  },
  {
    title: '§4.4 Read a booking',
    rules: READ,
    method: 'GET',
    path: '/bookings/{bookingId}',
    scope: 'bookings:read',
    statuses: [200, 401, 403, 404, 429, 503],
    request: (_, __, by) => readCall(UNKNOWN_BOOKING, by),
  },
  {
    title: '§4.5 Cancel a booking',
    rules: CANCEL,
    method: 'POST',
    path: '/bookings/{bookingId}/cancel',
    scope: 'bookings:write',
    statuses: [200, 400, 401, 403, 404, 429, 503],
    request: (_, __, by) => cancelCall(UNKNOWN_BOOKING, by),
  },
  {
    title: '§4.6 Menu',
    rules: MENU,
    method: 'GET',
    path: '/locations/{locationId}/menu',
    scope: 'menu:read',
    statuses: [200, 401, 403, 404, 429, 503],
    request: (_, locationId, by) => menuCall(locationId, by),
  },
];

/** The endpoint that a request goes to, by default of §4; undefined where there is none. */
export function endpointOf(
  { method, path }: Pick<Call, 'method' | 'path'>,
  endpoints: readonly Endpoint[] = ENDPOINTS,
): Endpoint | undefined {
  const steps = path.split('?')[0]!.split('/');
  return endpoints.find((endpoint) => {
    const own = endpoint.path.split('/');
    return (
      endpoint.method === method &&
      own.length === steps.length &&
      own.every((step, i) => step.startsWith('{') || step === steps[i])
    );
  });
}
