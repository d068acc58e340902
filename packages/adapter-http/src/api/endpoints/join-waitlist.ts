import { BookingError, limits, type Location, parseInstant, type WaitingInput } from '@bord/engine';
import { timeOnServiceDate } from '@bord/engine/adapters';
import * as z from 'zod';
import { DATE, IDEMPOTENCY_KEY, PARTNER_REF } from '../demo.ts';
import { badRequest, LOCATION_NO_UUID } from '../failures.ts';
import { guestFields, guestOf } from './booking-body.ts';
import { endpoint } from './endpoint.ts';
import { partySize, requiredText, serviceDate } from './fields.ts';
import { WAITING_EXAMPLES, waitingBody, waitingMode, waitingShape } from './waiting-body.ts';

const TIME =
  'a time of the location such as 19:00, or an RFC 3339 date-time with an offset, such as 2026-12-01T18:00:00Z';

const time = z.string().meta({
  anyOf: [
    { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
    { type: 'string', format: 'date-time' },
  ],
});

const waitingRequest = z
  .object({
    date: serviceDate,
    from: time.meta({
      description:
        'The first start that would do: `HH:MM` by the clock of the location on that service date, or an RFC 3339 date-time with `Z` or any other offset. `01:00` of a night that is open until two is after midnight.',
    }),
    to: time.meta({
      description: 'The last one, written likewise. The same as `from` for that time and no other.',
    }),
    partySize,
    mode: waitingMode,
    ...guestFields,
    idempotencyKey: requiredText(limits.IDEMPOTENCY_KEY_LENGTH_MAX).optional().meta({
      description:
        'The same key of yours at the same location is the same entry, also when its answer was lost. Keys of bookings and holds are separate.',
    }),
  })
  .meta({
    description:
      'A party that wants a table if one becomes free. Of the optional fields, `phone`, `notes`, `partnerBookingRef` and `lang` count as not given when they are empty or blank.',
  });

const guest = { name: 'Alva Lind', email: 'alva@example.com' };
const least = { date: DATE, from: '19:00', to: '21:00', partySize: 2, mode: 'offer', ...guest };

/** D36: adds a party to the waitlist. */
export const joinWaitlist = endpoint(
  {
    name: 'joinWaitlist',
    method: 'POST',
    path: '/locations/:locationId/waitlist',
    scope: 'bookings:write',
    load: 'booking',
    tag: 'Waitlist',
    summary: 'Join the waitlist',
    description: [
      'Puts a party on the list of a service date that is full. When a table becomes free (by a cancellation, a move or a no-show), the first waiting party that it fits gets it in the same step.',
      'With `mode: offer` the table is held (default 30 minutes, set by the restaurant), and the guest gets an e-mail with a link to accept it. You get `waitlist.offered` if your webhook endpoint names it, and can also confirm the hold for the guest. With `mode: book` it is booked in the same step, and you get `booking.created`.',
      'If a table is free when the party joins, it has it in the same step. A party that has a booking on that date by the same e-mail address or telephone number is skipped. Live offers count towards the 10 live holds of an API key at the location: a party whose key has 10 is skipped for this table, and keeps its place.',
      'At most 20 entries of a partner wait for one service date, and one e-mail address or telephone number waits once: one more is 409. With an `idempotencyKey`, a lost answer can be asked for again: the known entry is the answer, whatever the limits are.',
    ].join('\n\n'),
    body: {
      name: 'WaitlistRequest',
      schema: waitingRequest,
      examples: {
        full: {
          summary: 'Everything',
          value: {
            ...least,
            phone: '+46 70 123 45 67',
            notes: 'A pram.',
            partnerBookingRef: PARTNER_REF,
            lang: 'en',
            idempotencyKey: IDEMPOTENCY_KEY,
          },
        },
        instants: {
          summary: 'Instants, and a table that is booked without an offer',
          value: { ...least, from: `${DATE}T18:00:00Z`, to: `${DATE}T20:00:00+01:00`, mode: 'book' },
        },
        least: { summary: 'The least', value: least },
      },
    },
    rules: [
      { rule: 'order', fields: ['from', 'to'] },
      {
        rule: 'location',
        fields: ['partySize'],
        description: 'A table or a combination of the location must hold the party.',
      },
      {
        rule: 'location',
        fields: ['date', 'from', 'to', 'partySize'],
        description: 'The location must offer a start from `from` to `to` that is not over.',
      },
    ],
    answer: {
      status: 201,
      description:
        'The party is on the waitlist or has a table already, now or earlier with this idempotency key; the answer has its current state.',
      headers: ['Idempotent-Replayed'],
      name: 'WaitlistEntry',
      schema: waitingShape,
      examples: { waiting: WAITING_EXAMPLES.waiting, offered: WAITING_EXAMPLES.offered },
    },
    failures: {
      400: badRequest(
        'The body is malformed, or no time from `from` to `to` can be booked. No entry was made.',
        {
          fieldMissing: ['No name', 'name is missing'],
          noTime: ['A time that is none', `from must be ${TIME}`],
          backwards: ['The wrong way round', 'to must not be before from'],
          tooLarge: ['A party that no table holds', 'partySize must be at most what the largest table holds'],
          notUuid: LOCATION_NO_UUID,
        },
      ),
    },
    shared: { 403: 'LocationForbidden', 409: 'WaitlistFull' },
  },
  async ({ partner, id, body }) => {
    const input = inputOf(await partner.readLocation(id), body);
    const entry = await partner.joinWaitlist(id, input);
    return {
      status: 201,
      body: waitingBody(entry),
      about: { action: { kind: entry.isReplayed ? 'replayed' : 'waiting' } },
      ...(entry.isReplayed && { headers: ['idempotent-replayed', 'true'] }),
    };
  },
);

function inputOf(location: Location, sent: z.output<typeof waitingRequest>): WaitingInput {
  const { date, from, to, partySize: size, mode } = sent;
  const { guest: who, partnerBookingRef } = guestOf(sent);
  return {
    date,
    fromMs: timeOf(location, { date, text: from, field: 'from' }),
    toMs: timeOf(location, { date, text: to, field: 'to' }),
    partySize: size,
    mode,
    guest: who,
    partnerBookingRef,
    idempotencyKey: sent.idempotencyKey,
  };
}

/** Throws `invalid_request` unless the text is a time of day or an instant; the engine rejects invalid dates. */
function timeOf(
  location: Location,
  { date, text, field }: { readonly date: string; readonly text: string; readonly field: 'from' | 'to' },
): number {
  const ms = timeOnServiceDate(location, date, text, field === 'to' ? 'end' : 'begin') ?? parseInstant(text);
  if (ms === null) {
    const isDate = timeOnServiceDate(location, date, '12:00') !== null;
    throw new BookingError(
      'invalid_request',
      isDate ? `${field} must be ${TIME}` : 'date must be a date such as 2026-12-01',
      [isDate ? field : 'date'],
    );
  }
  return ms;
}
