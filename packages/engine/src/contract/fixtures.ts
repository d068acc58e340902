/**
 * Records for tests of a storage. Each function makes a complete one; the fields of `given` replace its defaults. By default all belong to one
 * location, one partner and one day.
 */
import type { ApiKeyRecord } from '../core/access/api-key.ts';
import type { BookingRequest } from '../core/booking/booking-request.ts';
import { type Attempt, type Delivery, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import type { Amendment, DiaryScope, Rule, Snapshot } from '../core/booking/diary.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import type { Endpoint } from '../core/booking/event.ts';
import type { Table } from '../core/location/floor-plan.ts';
import { type PartnerCaller, SCOPES } from '../core/access/policy.ts';
import { type RecordStep, replacement } from '../core/access/records.ts';
import { DAY_MS } from '../core/instant.ts';
import { withPlanDefaults } from '../core/location/define-plan.ts';
import type { Location, LocationPlan, ServicePeriod } from '../core/location/location.ts';
import type { SignUp } from '../core/access/sign-up.ts';
import type { LeasedDelivery, LeaseRequest } from '../ports/outbox.ts';
import type { Storage } from '../ports/storage.ts';
import { FRIDAY, FRIDAY_MS } from './friday.ts';
import { LOCATION_ID } from './row-fixtures.ts';

export { FRIDAY, FRIDAY_MS } from './friday.ts';
export { aBlock, aBooking, aHold, aWaiting, LOCATION_ID } from './row-fixtures.ts';
export { aLink, aMember, aPasskey, aSession } from './staff-fixtures.ts';

const PLAN = withPlanDefaults({
  name: 'Bordet',
  timeZone: 'Europe/Stockholm',
  language: 'sv',
  tables: [
    { id: 'A', seatsMax: 4 },
    { id: 'B', seatsMax: 4 },
  ],
  servicePeriods: [
    { name: 'all day', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 11 * 60, closesMinute: 22 * 60 },
  ],
  horizonDays: 36_500,
});

/** A table for one to four by default. */
export function aTable(id: string, given: Partial<Table> = {}): Table {
  return { ...PLAN.floorPlan.tables[0]!, id, ...given };
}

/** Daily from 11:00 to 22:00, a slot every quarter of an hour. */
export function aPeriod(given: Partial<ServicePeriod> = {}): ServicePeriod {
  return { ...PLAN.servicePeriods[0]!, ...given };
}

/** A location in Stockholm with tables `A` and `B`, open daily, limited only by its tables. */
export function aPlan(given: Partial<LocationPlan> = {}): LocationPlan {
  return { ...PLAN, ...given };
}

/** A location that they do not belong to. */
export const OTHER_LOCATION_ID = '00000000-0000-4000-8000-0000000000a2';

/** Puts a plan into the storage. */
export async function aLocation(
  storage: Storage,
  given: Partial<LocationPlan> = {},
  id: string = LOCATION_ID,
): Promise<Location> {
  return (await storage.locations.put(id, aPlan(given), 0, () => undefined)).location;
}

/** An endpoint of the partner `acme` that names no types and no locations. */
export function anEndpoint(given: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'e',
    partner: 'acme',
    url: 'https://acme.example/hook',
    eventTypes: null,
    locationIds: null,
    includeGuest: false,
    secrets: [{ sealed: 'a sealed secret', endsMs: null }],
    createdMs: FRIDAY_MS - DAY_MS,
    failedInARow: 0,
    disabledMs: null,
    ...given,
  };
}

/** Disables the endpoint with this id, or enables it. */
export function disabling(id: string, disabledMs: number | null = FRIDAY_MS): RecordStep<Endpoint | null> {
  return replacement('endpoints', id, (endpoint) => ({ ...endpoint, disabledMs }));
}

/** A key of the partner `acme`. */
export function aKey(id: string, given: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    hash: `hash of ${id}`,
    hint: 'bord_test_…abcd',
    partner: 'acme',
    scopes: ['availability:read', 'menu:read'],
    locationIds: [LOCATION_ID],
    rateLimit: 120,
    createdMs: FRIDAY_MS,
    expiresMs: null,
    revokedMs: null,
    lastUsedMs: null,
    sandboxEmail: null,
    system: null,
    ...given,
  };
}

/** A sign-up of `dev@example.com` that can be used for a day. */
export function aSignUp(id: string, given: Partial<SignUp> = {}): SignUp {
  return {
    id,
    tokenHash: `hash of ${id}`,
    email: 'dev@example.com',
    system: 'app',
    createdMs: FRIDAY_MS,
    expiresMs: FRIDAY_MS + DAY_MS,
    keyId: null,
    ...given,
  };
}

/** The partner `acme`, with all scopes at {@link LOCATION_ID}. */
export function aCaller(given: Partial<PartnerCaller> = {}): PartnerCaller {
  return {
    keyId: 'k',
    partner: 'acme',
    scopes: SCOPES,
    locationIds: [LOCATION_ID],
    rateLimit: 1_000_000,
    ...given,
  };
}

/** A request for two, without a key. */
export function aRequest(startMs: number, given: Partial<BookingRequest> = {}): BookingRequest {
  const guest = { name: 'Alva Lind', email: 'alva@example.com', phone: null, notes: null, language: null };
  return { startMs, partySize: 2, guest, partnerBookingRef: null, idempotencyKey: null, ...given };
}

/** An e-mail with any content, due now. */
export function aDelivery(id: string, given: Partial<Delivery> = {}): Delivery {
  return {
    id,
    queue: MAIL_QUEUE,
    locationId: LOCATION_ID,
    bookingId: null,
    eventId: `event of ${id}`,
    body: `{"id":"${id}"}`,
    dueMs: null,
    ...given,
  };
}

/** A try of the worker that was answered with 500. */
export function anAttempt(given: Partial<Attempt> = {}): Attempt {
  return {
    atMs: FRIDAY_MS,
    durationMs: 12,
    by: 'worker',
    outcome: 'status 500',
    status: 500,
    responseExcerpt: 'sorry',
    ...given,
  };
}

/** Leases all due deliveries for a minute, like an idle worker with enough room. */
export function lease(
  storage: Storage,
  given: Partial<LeaseRequest> = {},
): Promise<readonly LeasedDelivery[]> {
  const { limit = 1000 } = given;
  return storage.outbox.lease({
    limit,
    leaseMs: 60_000,
    perQueue: limit,
    inFlightByQueue: new Map(),
    ...given,
  });
}

/** The diary of {@link FRIDAY}, or the part that is given. */
export function aScope(location: Location, given: Partial<DiaryScope> = {}): DiaryScope {
  return {
    locationId: location.id,
    locationRevision: location.revision,
    dates: [FRIDAY],
    interval: { startMs: FRIDAY_MS, endMs: FRIDAY_MS + DAY_MS },
    named: null,
    ...given,
  };
}

/** The result of a step for its caller. */
export async function resultOf<R>(step: Promise<Amendment<R>>): Promise<R> {
  return (await step).result;
}

/** Saves without a check. */
export function save<R = null>(
  amendment: Omit<Amendment<R>, 'result'> & {
    /** The result of the step; null by default. */
    readonly result?: R;
  },
): Rule<R | null> {
  return () => ({ ...amendment, result: amendment.result ?? null });
}

/** Books unless a table of the booking is taken at the time, or the key is known: the essence of every real rule. */
export function bookIfFree(
  booking: DiaryRow,
  deliveries: readonly Delivery[] = [],
): Rule<'booked' | 'replayed' | 'full'> {
  return (snapshot) => {
    if (snapshot.named) return { result: 'replayed' };
    if (isTaken(snapshot, booking)) return { result: 'full' };
    return { result: 'booked', booking, deliveries };
  };
}

function isTaken(snapshot: Snapshot, booking: DiaryRow): boolean {
  return snapshot.bookings.some(
    (other) =>
      other.startMs < booking.blockedUntilMs &&
      booking.startMs < other.blockedUntilMs &&
      other.tables.some((table) => booking.tables.includes(table)),
  );
}
