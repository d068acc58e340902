/** What the examples tell of: an afternoon at the demo restaurant (D29), from one booking's making to its end. */

export const LOCATION_ID = '00000000-0000-4000-8000-00000000d311';
export const BOOKING_ID = 'bk_00d0ysuf8KVDYtR2sb0xOe';
export const DATE = '2026-12-01';
export const NEXT_DATE = '2026-12-02';
export const IDEMPOTENCY_KEY = '0b6f5f0e-4f0a-4d4e-9f1d-6a0a4c1f2b7e';
const PARTNER_REF = 'NORD-20391';
const STARTS_AT = `${DATE}T18:00:00Z`;

const slot = (time: string, remainingCovers: number, more: object = {}): object => ({
  slot: `${time}:00Z`,
  available: remainingCovers > 0,
  remainingCovers,
  ...more,
});

export const day = {
  locationId: LOCATION_ID,
  date: DATE,
  timezone: 'Europe/Stockholm',
  slots: [slot(`${DATE}T15:45`, 14), slot(`${DATE}T16:00`, 14), slot(`${DATE}T16:15`, 0)],
};

export const dayExplained = {
  ...day,
  slots: [slot(`${DATE}T16:00`, 14), slot(`${DATE}T16:15`, 0, { reason: 'tables' })],
};

export const closedDay = { ...day, date: '2026-12-24', slots: [] };

export const batchWanted = { startDate: DATE, endDate: NEXT_DATE, partySizes: [2, 4] };

export const batch = {
  locationId: LOCATION_ID,
  startDate: DATE,
  endDate: NEXT_DATE,
  timezone: 'Europe/Stockholm',
  days: [
    { date: DATE, partySize: 2, slots: [slot(`${DATE}T18:00`, 4), slot(`${DATE}T18:15`, 4)] },
    { date: DATE, partySize: 4, slots: [slot(`${DATE}T18:00`, 0), slot(`${DATE}T18:15`, 0)] },
    {
      date: NEXT_DATE,
      partySize: 2,
      slots: [slot(`${NEXT_DATE}T18:00`, 14), slot(`${NEXT_DATE}T18:15`, 14)],
    },
    {
      date: NEXT_DATE,
      partySize: 4,
      slots: [slot(`${NEXT_DATE}T18:00`, 14), slot(`${NEXT_DATE}T18:15`, 14)],
    },
  ],
};

export const leastWanted = {
  startsAt: STARTS_AT,
  partySize: 2,
  name: 'Alva Lind',
  email: 'alva@example.com',
};

export const wanted = {
  ...leastWanted,
  phone: '+46 70 123 45 67',
  notes: 'One of us eats no nuts.',
  partnerBookingRef: PARTNER_REF,
  idempotencyKey: IDEMPOTENCY_KEY,
  lang: 'en',
};

export const made = {
  id: BOOKING_ID,
  startsAt: STARTS_AT,
  status: 'confirmed',
  partnerBookingRef: PARTNER_REF,
};

export const booking = {
  id: BOOKING_ID,
  locationId: LOCATION_ID,
  startsAt: STARTS_AT,
  partySize: 2,
  status: 'confirmed',
  source: 'partner',
  channel: 'partner:hotel-nord',
  partnerBookingRef: PARTNER_REF,
  createdAt: '2026-11-30T09:12:44.120Z',
};

export const menu = {
  locationName: 'Bryggan',
  currency: 'SEK',
  categories: [
    {
      id: 'forratter',
      name: 'Förrätter',
      description: null,
      items: [
        {
          id: 'toast-skagen',
          name: 'Toast Skagen',
          description: 'Handskalade räkor, dill och löjrom på smörstekt bröd',
          price_ore: 18500,
          tags: ['fish', 'shellfish'],
        },
      ],
    },
    {
      id: 'drycker',
      name: 'Drycker',
      description: 'Fråga oss om dagens vin på glas',
      items: [{ id: 'lattol', name: 'Lättöl', description: null, price_ore: 4500, tags: ['vegan'] }],
    },
  ],
};

/** The event of the booking above; `created` is its second. */
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
