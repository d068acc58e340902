/** Rows of the diary for tests of a storage: like the other records of `fixtures.ts`. */
import { type Booking, type Channel, type Guest, NO_VISIT } from '../core/booking/booking.ts';
import { expiresMsOf } from '../core/ids.ts';
import type { BlockRow, HoldRow, RowFields, WaitlistRow } from '../core/booking/row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { FRIDAY, FRIDAY_MS } from './friday.ts';

/** The location that fixtures belong to. */
export const LOCATION_ID = '00000000-0000-4000-8000-0000000000a1';

/** Two guests at table `A` from 18:00 to 20:00 UTC on {@link FRIDAY}. */
export function aBooking(id: string, given: Partial<Booking> = {}): Booking {
  return { ...fieldsOf(id, given), kind: 'booking', pinned: false, ...given };
}

/** Table `A` blocked for that time. */
export function aBlock(id: string, given: Partial<BlockRow> = {}): BlockRow {
  return {
    ...fieldsOf(id, { partySize: 0, channel: 'operator', guest: NOBODY, ...given }),
    kind: 'block',
    ...given,
  };
}

/** The same table held for two at that time, for the API key `k`. It expires at the instant in its id. */
export function aHold(id: string, given: Partial<HoldRow> = {}): HoldRow {
  return {
    ...fieldsOf(id, { guest: NOBODY, ...given }),
    kind: 'hold',
    expiresMs: expiresMsOf(id),
    claim: given.tables?.length === 0 ? 'evicted' : 'tables',
    yielded: false,
    keyId: 'k',
    waitingId: null,
    move: null,
    ...given,
  };
}

/** Two guests who would come at that time, or an hour later, and want an offer. */
export function aWaiting(id: string, given: Partial<WaitlistRow> = {}): WaitlistRow {
  const startMs = given.startMs ?? FRIDAY_MS + 18 * HOUR_MS;
  return {
    ...fieldsOf(id, { tables: [], endMs: startMs + MINUTE_MS, ...given }),
    kind: 'waiting',
    toMs: startMs + HOUR_MS,
    mode: 'offer',
    position: 1,
    holdId: null,
    keyId: 'k',
    ...given,
  };
}

const NOBODY: Guest = { name: '', email: null, phone: null, notes: null, language: null };

function fieldsOf(id: string, given: Partial<RowFields>): RowFields {
  const startMs = given.startMs ?? FRIDAY_MS + 18 * HOUR_MS;
  const endMs = given.endMs ?? startMs + 2 * HOUR_MS;
  const channel: Channel = given.channel ?? 'partner:acme';
  return {
    id,
    locationId: LOCATION_ID,
    serviceDate: FRIDAY,
    startMs,
    endMs,
    blockedUntilMs: endMs,
    partySize: 2,
    tables: ['A'],
    status: 'confirmed',
    source: channel === 'operator' ? 'operator' : 'partner',
    channel,
    partnerBookingRef: null,
    idempotencyKey: null,
    guest: { name: 'Alva Lind', email: 'alva@example.com', phone: null, notes: null, language: null },
    manageTokenHash: null,
    visit: NO_VISIT,
    history: [],
    formerGuests: [],
    createdMs: FRIDAY_MS - DAY_MS,
    lastEventSeconds: {},
    ...given,
  };
}
