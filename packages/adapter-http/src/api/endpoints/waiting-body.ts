/** Waitlist entries in answers (D36). */
import { formatInstant, type Waiting, WAITING_STATES } from '@bord/engine';
import { WAITING_MODES } from '@bord/engine/adapters';
import * as z from 'zod';
import { BOOKING_ID, DATE, HOLD_ID, STARTS_AT, WAITING_ID } from '../demo.ts';
import { instant, partySize, serviceDate } from './fields.ts';

export const waitingMode = z.enum(WAITING_MODES).meta({
  description:
    'The action when a table is free. `offer`: it is held for the party for a while, and the guest is mailed a link. `book`: it is booked in the same step; the guest has agreed to that beforehand.',
});

export const waitingShape = z
  .object({
    id: z.string().meta({ description: 'The entry’s id. It is not the id of a booking.' }),
    state: z.enum(WAITING_STATES).meta({
      description:
        '`waiting`: on the waitlist. `offered`: a table is held for the party. `booked`: `bookingId` names the booking. `lapsed`: the offer was not taken, or no table became free. `left`: the party has left the waitlist.',
    }),
    date: serviceDate,
    from: instant.meta({ description: 'The first start that would do, in UTC with whole seconds.' }),
    to: instant.meta({ description: 'The last one.' }),
    partySize,
    mode: waitingMode,
    offer: z
      .object({
        holdId: z.string().meta({ description: 'The hold: confirm it, and the table is booked.' }),
        startsAt: instant.meta({ description: 'When the party would come.' }),
        expiresAt: instant.meta({ description: 'Until then no other party can book the table.' }),
      })
      .nullable()
      .meta({ description: 'The offer; null when there is none.' }),
    bookingId: z.string().nullable().meta({ description: 'The booking that was made of it; null for none.' }),
  })
  .meta({ description: 'A party on the waitlist.' });

export function waitingBody(entry: Waiting): z.output<typeof waitingShape> {
  const { id, state, date, fromMs, toMs, partySize: size, mode, offer, bookingId } = entry;
  return {
    id,
    state,
    date,
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    partySize: size,
    mode,
    offer: offer && {
      holdId: offer.id,
      startsAt: formatInstant(offer.startMs),
      expiresAt: formatInstant(offer.expiresMs),
    },
    bookingId,
  };
}

const entry = {
  id: WAITING_ID,
  state: 'waiting',
  date: DATE,
  from: STARTS_AT,
  to: `${DATE}T20:00:00Z`,
  partySize: 2,
  mode: 'offer',
  offer: null,
  bookingId: null,
} as const;
const offer = { holdId: HOLD_ID, startsAt: `${DATE}T18:30:00Z`, expiresAt: '2026-11-30T09:42:44Z' };

export const WAITING_EXAMPLES = {
  waiting: { summary: 'Waiting', value: entry },
  offered: { summary: 'A table is held for the party', value: { ...entry, state: 'offered', offer } },
  booked: {
    summary: 'The offer was accepted',
    value: { ...entry, state: 'booked', offer, bookingId: BOOKING_ID },
  },
  left: { summary: 'The party has left the waitlist', value: { ...entry, state: 'left' } },
} as const;
