/** Parties that wait for a table (D36), to be drawn. */
import { type Hold, HOUR_MS, type Interval, MINUTE_MS, type WaitingParty } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';

const minutesMs = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * MINUTE_MS);

/** The facts of a sheet around a waiting party. */
interface Around {
  readonly midnightMs: number;
  readonly date: string;
  readonly interval: fc.Arbitrary<Interval>;
  readonly tableIds: readonly string[];
  readonly names: readonly string[];
}

/** Any waiting party, for any time, with an offer of any tables or without one. */
export function waitingParty({
  midnightMs,
  date,
  interval,
  tableIds,
  names,
}: Around): fc.Arbitrary<WaitingParty> {
  return fc
    .record({
      at: interval,
      partySize: fc.integer({ min: 1, max: 12 }),
      mode: fc.constantFrom('offer' as const, 'book' as const),
      name: fc.constantFrom(...names),
      phone: fc.constantFrom(null, '+46 70 123 45 67', ...names),
      sinceMs: minutesMs(-3000, 600),
      laterMs: fc.option(minutesMs(0, 300)),
      bookedMs: fc.option(minutesMs(0, 1500)),
      isOffered: fc.boolean(),
      tables: fc.uniqueArray(fc.constantFrom(...tableIds, 'sold'), { minLength: 1, maxLength: 3 }),
    })
    .map(
      ({
        at: { startMs, endMs },
        name,
        phone,
        laterMs,
        bookedMs,
        sinceMs,
        isOffered,
        tables: held,
        ...given
      }) => ({
        ...given,
        ...aWaitingParty('wt_0', date, { fromMs: startMs, toMs: endMs }),
        partySize: given.partySize,
        mode: given.mode,
        guest: { name, phone, email: 'eve@example.com', notes: null, language: null },
        createdMs: midnightMs + sinceMs,
        bookedMs: bookedMs === null ? null : midnightMs + bookedMs,
        nextFreeMs: laterMs === null || isOffered ? null : endMs + laterMs,
        ...(isOffered && { state: 'offered' as const, offer: anOffer({ startMs, endMs }, held) }),
      }),
    );
}

function anOffer({ startMs, endMs }: Interval, held: readonly string[]): Hold {
  return {
    id: 'hd_0',
    locationId: fixtures.LOCATION_ID,
    serviceDate: fixtures.FRIDAY,
    startMs,
    endMs,
    partySize: 2,
    tables: held,
    expiresMs: startMs - HOUR_MS,
    channel: 'operator',
    waitingId: 'wt_0',
    move: null,
    state: 'held',
    createdMs: startMs - 2 * HOUR_MS,
  };
}

/** A party of two that waits and fits nowhere. */
function aWaitingParty(id: string, date: string, given: Partial<WaitingParty> = {}): WaitingParty {
  return {
    id,
    locationId: fixtures.LOCATION_ID,
    date,
    fromMs: 0,
    toMs: 0,
    partySize: 2,
    mode: 'offer',
    state: 'waiting',
    offer: null,
    bookingId: null,
    guest: { name: 'Berg', email: 'berg@example.com', phone: null, notes: null, language: null },
    channel: 'operator',
    partnerBookingRef: null,
    createdMs: 0,
    bookedMs: null,
    nextFreeMs: null,
    ...given,
  };
}
