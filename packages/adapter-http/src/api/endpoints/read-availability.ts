import { limits } from '@bord/engine';
import * as z from 'zod';
import { answerDay, DAY } from '../day-question.ts';
import { DATE, exampleSlot, LOCATION_ID } from '../demo.ts';
import { badRequest, LOCATION_NO_UUID } from '../failures.ts';
import { endpoint } from './endpoint.ts';
import { date, locationId, partySize, serviceDate, slot, timezone } from './fields.ts';

const day = {
  locationId: LOCATION_ID,
  date: DATE,
  timezone: 'Europe/Stockholm',
  slots: [
    exampleSlot(`${DATE}T16:15`, 14),
    exampleSlot(`${DATE}T16:30`, 14),
    exampleSlot(`${DATE}T16:45`, 0),
  ],
};

const dayQuery = z.object({
  date: date.meta({ description: 'The service date, `YYYY-MM-DD`.' }),
  partySize: z.string().regex(/^\d+$/).transform(Number).pipe(partySize),
  explain: z
    .enum(['true', 'false'])
    .transform((sent) => sent === 'true')
    .pipe(z.boolean().meta({ default: false }))
    .optional()
    .meta({ description: '`true`: each slot that is not available says why, in `reason`.' }),
});

/** §4.1; with `explain=true` each unavailable slot has its reason. */
export const readAvailability = endpoint(
  {
    name: 'readAvailability',
    method: 'GET',
    ...DAY,
    tag: 'Availability',
    summary: 'Check availability of a day',
    description: [
      'The slots of one service date for a party. All offered slots are listed, available or not. A closed day, a past day and a party size that is not accepted give `[]`.',
      '`available: true` means that a booking made now would succeed. Somebody else may be faster, so be ready for 409 when you book.',
      `An answer is at most ${limits.AVAILABILITY_CACHE_SECONDS} seconds old.`,
    ].join('\n\n'),
    query: {
      schema: dayQuery,
      example: { date: DATE, partySize: 2 },
    },
    answer: {
      status: 200,
      description: 'The slots of the day.',
      name: 'Availability',
      schema: z
        .object({
          locationId,
          date: serviceDate,
          timezone,
          slots: z
            .array(slot)
            .meta({ description: 'In order of time; empty when the restaurant offers no slot that day.' }),
        })
        .meta({ description: 'The slots of a day for a party.' }),
      examples: {
        day: {
          summary: 'Part of a day; the tables for two are taken from a quarter to six on',
          value: day,
        },
        explained: {
          summary: 'With `explain=true`',
          value: {
            ...day,
            slots: [exampleSlot(`${DATE}T16:30`, 14), exampleSlot(`${DATE}T16:45`, 0, { reason: 'tables' })],
          },
        },
        closed: { summary: 'Closed that day', value: { ...day, date: '2026-12-24', slots: [] } },
      },
    },
    failures: {
      400: badRequest('A parameter is missing or malformed.', {
        dateMissing: ['No date', 'date is missing'],
        dateMalformed: ['A date that does not exist', 'date must be a date as YYYY-MM-DD'],
        partySizeMalformed: ['A party size that is not a number', 'partySize must be a whole number'],
        notUuid: LOCATION_NO_UUID,
      }),
    },
    shared: { 403: 'LocationForbidden' },
  },
  ({ partner, id, query }) => answerDay(partner, id, query),
);
