import { formatInstant, limits } from '@bord/engine';
import * as z from 'zod';
import { DATE, HOLD_ID, IDEMPOTENCY_KEY, STARTS_AT } from '../demo.ts';
import { badRequest, LOCATION_NO_UUID, othersOn, refused } from '../failures.ts';
import { instantIn, NO_OFFSET } from '../field-faults.ts';
import { refusalAnswer } from '../refusal-answer.ts';
import { endpoint } from './endpoint.ts';
import { instant, partySize, requiredText, start } from './fields.ts';

const { HOLD_SECONDS_MIN, HOLD_SECONDS_MAX, HOLD_SECONDS_DEFAULT } = limits;

const holdRequest = z
  .object({
    startsAt: instant.meta({
      description:
        'When the party would come: the `slot` of an availability answer. RFC 3339, with `Z` or any other offset.',
    }),
    partySize,
    seconds: z.int().optional().meta({
      minimum: HOLD_SECONDS_MIN,
      maximum: HOLD_SECONDS_MAX,
      default: HOLD_SECONDS_DEFAULT,
      description: 'For how long.',
    }),
    idempotencyKey: requiredText(limits.IDEMPOTENCY_KEY_LENGTH_MAX).optional().meta({
      description:
        'The same key of yours at the same location is the same hold. Keys of bookings are separate.',
    }),
  })
  .meta({ description: 'A table to hold for an undecided guest.' });

const held = {
  id: HOLD_ID,
  startsAt: STARTS_AT,
  partySize: 2,
  expiresAt: '2026-11-30T09:17:44Z',
};

/** D35: holds tables while a guest decides or pays. */
export const createHold = endpoint(
  {
    name: 'createHold',
    method: 'POST',
    path: '/locations/:locationId/holds',
    scope: 'bookings:write',
    load: 'booking',
    tag: 'Holds',
    summary: 'Hold a table',
    description: [
      'Holds a table for a party for 1 to 15 minutes: no other request can book it until `expiresAt`. It is not a booking: it sends no event and no e-mail, and needs no guest data.',
      'When the guest has decided, confirm the hold to make it a booking, or release it. An expired hold can still be confirmed until another booking needs its table.',
      'An API key can have 10 live holds at a location, live waitlist offers included: one more is 429, with the seconds until the first of them expires. A known `idempotencyKey` is answered before that limit.',
    ].join('\n\n'),
    body: {
      name: 'HoldRequest',
      schema: holdRequest,
      examples: {
        full: {
          summary: 'Everything',
          value: { startsAt: STARTS_AT, partySize: 2, seconds: 600, idempotencyKey: IDEMPOTENCY_KEY },
        },
        least: { summary: 'The least', value: { startsAt: STARTS_AT, partySize: 2 } },
      },
    },
    answer: {
      status: 201,
      description: 'The table is held, or was already under this idempotency key.',
      headers: ['Idempotent-Replayed'],
      name: 'Hold',
      schema: z
        .object({
          id: z.string().meta({ description: 'The hold’s id. It is not the id of a booking.' }),
          startsAt: start,
          partySize,
          expiresAt: instant.meta({
            description: 'Until then no other party can book the table. In UTC with whole seconds.',
          }),
        })
        .meta({ description: 'A held table.' }),
      examples: { held: { summary: 'Held for five minutes', value: held } },
    },
    failures: {
      400: badRequest('The body is malformed. No table is held.', {
        noOffset: ['A time without an offset', NO_OFFSET],
        tooLong: [
          'For an hour',
          `seconds must be a whole number from ${HOLD_SECONDS_MIN} to ${HOLD_SECONDS_MAX}`,
        ],
        notUuid: LOCATION_NO_UUID,
      }),
      409: refused(
        'No table is held, and the idempotency key can be used again.',
        { tables: othersOn(DATE, '15:30', '15:15', '15:00', '14:45') },
        ['tables'],
      ),
    },
    shared: { 403: 'LocationForbidden', 429: 'TooManyHolds' },
  },
  async ({ partner, id, body: { startsAt, ...rest }, extra }) => {
    const request = { ...rest, startMs: instantIn('startsAt', startsAt) };
    const outcome = await partner.createHold(id, request);
    if (outcome.kind === 'refused')
      return refusalAnswer(outcome, () => partner.alternatives(id, request), extra);
    const { kind, hold } = outcome;
    return {
      status: 201,
      body: {
        id: hold.id,
        startsAt: formatInstant(hold.startMs),
        partySize: hold.partySize,
        expiresAt: formatInstant(hold.expiresMs),
      },
      about: { action: { kind } },
      ...(kind === 'replayed' && { headers: ['idempotent-replayed', 'true'] }),
    };
  },
);
