import { limits } from '@bord/engine';
import { BATCH_RULES } from '@bord/engine/adapters';
import * as z from 'zod';
import { acceptsGzip } from '../../http/accepts-gzip.ts';
import { gzipBatch, isWorthGzip } from '../batch-gzip.ts';
import { batchJson } from '../availability-json.ts';
import { DATE, exampleSlot, LOCATION_ID, NEXT_DATE } from '../demo.ts';
import { badRequest, LOCATION_NO_UUID } from '../failures.ts';
import { endpoint } from './endpoint.ts';
import { date, locationId, partySize, serviceDate, slot, timezone } from './fields.ts';

const exampleDay = (day: string, size: number, remainingCovers: number): object => ({
  date: day,
  partySize: size,
  slots: [exampleSlot(`${day}T18:00`, remainingCovers), exampleSlot(`${day}T18:15`, remainingCovers)],
});

const dayAvailability = z
  .object({
    date: serviceDate,
    partySize,
    slots: z.array(slot).min(1).meta({ description: 'In order of time.' }),
  })
  .meta({ description: 'The slots of a day for a party size; the same as the answer for that day alone.' });

const TOO_LONG = `the range has 93 days; at most ${limits.BATCH_DAYS_MAX}`;

const AS_IT_IS = ['vary', 'accept-encoding'] as const;
const GZIPPED = [...AS_IT_IS, 'content-encoding', 'gzip'] as const;

/** §4.2 */
export const readAvailabilityBatch = endpoint(
  {
    name: 'readAvailabilityBatch',
    method: 'POST',
    path: '/locations/:locationId/availability/batch',
    scope: 'availability:read',
    load: 'batch',
    tag: 'Availability',
    summary: 'Check availability of several days',
    description: [
      'The slots of several dates and party sizes in one request. Each entry equals the answer for the single day; a day without a slot for a size is omitted.',
      `A range has at most ${limits.BATCH_DAYS_MAX} days, both ends included, and at most ${limits.BATCH_PARTY_SIZES_MAX} party sizes from 1 to ${limits.BATCH_PARTY_SIZE_MAX}. It counts as one request, so ask for a month rather than for thirty days.`,
      'With `Accept-Encoding: gzip` an answer of more than some 14 KB comes compressed, in about a fifteenth of its size.',
    ].join('\n\n'),
    body: {
      name: 'BatchRequest',
      schema: z
        .object({
          startDate: date.meta({ description: 'The first service date, `YYYY-MM-DD`.' }),
          endDate: date.meta({
            description: `The last service date, itself included; not before \`startDate\`. The range has at most ${limits.BATCH_DAYS_MAX} days.`,
          }),
          partySizes: z
            .array(z.int().meta({ minimum: 1, maximum: limits.BATCH_PARTY_SIZE_MAX }))
            .meta({ minItems: 1, maxItems: limits.BATCH_PARTY_SIZES_MAX })
            .meta({ description: 'The party sizes to ask for; one that is given twice counts once.' }),
        })
        .meta({ description: 'A range of service dates and the party sizes to search.' }),
      examples: {
        twoDays: {
          summary: 'Two days, for two and for four',
          value: { startDate: DATE, endDate: NEXT_DATE, partySizes: [2, 4] },
        },
      },
    },
    rules: BATCH_RULES,
    answer: {
      status: 200,
      description: 'The slots of the range.',
      headers: ['Vary', 'Content-Encoding'],
      name: 'BatchAvailability',
      schema: z
        .object({
          locationId,
          startDate: date.meta({ description: 'As in the request.' }),
          endDate: date.meta({ description: 'As in the request.' }),
          timezone,
          days: z.array(dayAvailability).meta({
            description: 'By date, then by party size. A day without a slot for a size is left out.',
          }),
        })
        .meta({ description: 'The slots of a range of dates for several party sizes.' }),
      examples: {
        twoDays: {
          summary: 'Two slots of each day',
          value: {
            locationId: LOCATION_ID,
            startDate: DATE,
            endDate: NEXT_DATE,
            timezone: 'Europe/Stockholm',
            days: [
              exampleDay(DATE, 2, 4),
              exampleDay(DATE, 4, 0),
              exampleDay(NEXT_DATE, 2, 14),
              exampleDay(NEXT_DATE, 4, 14),
            ],
          },
        },
      },
    },
    parts: { DayAvailability: dayAvailability },
    failures: {
      400: badRequest('The body is malformed, or asks for too much.', {
        rangeTooLong: ['93 days', TOO_LONG, [{ field: 'endDate', message: TOO_LONG }]],
        endBeforeStart: ['An end before the start', 'endDate must not be before startDate'],
        partySizeOutOfRange: [
          'A party of 51',
          `partySizes.1 must be a whole number, from 1 to ${limits.BATCH_PARTY_SIZE_MAX}`,
        ],
        notJson: ['No JSON', 'the body is not JSON'],
        notUuid: LOCATION_NO_UUID,
      }),
    },
    shared: { 403: 'LocationForbidden' },
  },
  async ({ partner, id, body, request }) => {
    const found = await partner.readAvailabilityBatch(id, body);
    const gzip = acceptsGzip(request.headers.get('accept-encoding')) && isWorthGzip(found);
    return gzip
      ? { status: 200, body: await gzipBatch(found), headers: GZIPPED }
      : { status: 200, body: batchJson(found), headers: AS_IT_IS };
  },
);
