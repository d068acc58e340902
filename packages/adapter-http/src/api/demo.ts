/** The data of the examples: an afternoon at the demo restaurant (D29), from the creation of a booking to its end. */

export const LOCATION_ID = '00000000-0000-4000-8000-00000000d311';
export const BOOKING_ID = 'bk_00d0ysuf8KVDYtR2sb0xOe';
export const WAITING_ID = 'wt_00d0ysuf8KVDYtR2sb0xOe';
export const HOLD_ID = 'hd_00d0ysuf8KVDYtR2sb0xOe';
export const DATE = '2026-12-01';
export const NEXT_DATE = '2026-12-02';
export const IDEMPOTENCY_KEY = '0b6f5f0e-4f0a-4d4e-9f1d-6a0a4c1f2b7e';
export const PARTNER_REF = 'NORD-20391';
export const STARTS_AT = `${DATE}T18:00:00Z`;
/** The new time of a moved booking. */
export const LATER = `${DATE}T18:30:00Z`;
export const CREATED_AT = '2026-11-30T09:12:44.120Z';

export const exampleSlot = (time: string, remainingCovers: number, more: object = {}) => ({
  slot: `${time}:00Z`,
  available: remainingCovers > 0,
  remainingCovers,
  ...more,
});

export function event(type: string, created: number, change: object = {}): object {
  return {
    id: `${BOOKING_ID}:${type}:${created}`,
    type,
    created,
    data: {
      bookingId: BOOKING_ID,
      locationId: LOCATION_ID,
      status: 'confirmed',
      startsAt: STARTS_AT,
      endsAt: `${DATE}T19:30:00Z`,
      partySize: 2,
      source: 'partner',
      channel: 'partner:hotel-nord',
      partnerBookingRef: PARTNER_REF,
      guest: null,
      ...change,
    },
  };
}

export function namedEvent(type: string, id: string, created: number, data: object): object {
  return { id: `${id}:${type}:${created}`, type, created, data: { locationId: LOCATION_ID, ...data } };
}
