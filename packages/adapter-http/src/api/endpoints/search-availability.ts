import { formatInstant, limits } from '@bord/engine';
import * as z from 'zod';
import { instantIn } from '../field-faults.ts';
import { DATE, LOCATION_ID } from '../demo.ts';
import { badRequest } from '../failures.ts';
import { endpoint } from './endpoint.ts';
import { date, instant, locationId, partySize, serviceDate, slot, timezone } from './fields.ts';

const AROUND = `${DATE}T18:00:00Z`;
const OTHER_ID = '5f0b2f51-5e0c-4a56-9d68-1f3c0a5b7e21';

const searchRequest = z
  .object({
    locationIds: z
      .array(z.string().meta({ format: 'uuid' }))
      .meta({ minItems: 1, maxItems: limits.SEARCH_LOCATIONS_MAX })
      .meta({ description: 'Where to look; a location that is given twice counts once.' }),
    date: date.meta({ description: 'The service date, `YYYY-MM-DD`, in the time zone of each location.' }),
    partySize,
    around: instant.optional().meta({
      description:
        'When the party would like to come best. RFC 3339, with `Z` or any other offset. Without it the earliest times are the nearest.',
    }),
  })
  .meta({ description: 'A date, a party size and the locations to search.' });

const found = z
  .object({
    locationId,
    timezone,
    slots: z.array(slot).max(limits.SEARCH_SLOTS_MAX).meta({
      description:
        'The nearest available times, the nearest first; empty when the restaurant is full or closed that day, or takes no such party.',
    }),
  })
  .meta({ description: 'The times at one location.' });

const near = (time: string): object => ({ slot: `${DATE}T${time}:00Z`, available: true, remainingCovers: 8 });

/** D34 */
export const searchAvailability = endpoint(
  {
    name: 'searchAvailability',
    method: 'POST',
    path: '/availability/search',
    scope: 'availability:read',
    access: 'named locations',
    load: 'batch',
    tag: 'Availability',
    summary: 'Search availability at several locations',
    description: [
      `The times nearest to a wish, at most ${limits.SEARCH_SLOTS_MAX} for each of up to ${limits.SEARCH_LOCATIONS_MAX} locations, in the order in which you name them. Each is as true as the answer for that day alone: a booking made now would succeed.`,
      'It counts as one request. A location that the key may not see, or that does not exist, refuses the search as a whole: the message says which one it is by its place in the list.',
    ].join('\n\n'),
    body: {
      name: 'SearchRequest',
      schema: searchRequest,
      examples: {
        around: {
          summary: 'Four guests, best at seven in the evening in Stockholm',
          value: { locationIds: [LOCATION_ID], date: DATE, partySize: 4, around: AROUND },
        },
        early: {
          summary: 'As early as possible',
          value: { locationIds: [LOCATION_ID], date: DATE, partySize: 2 },
        },
      },
    },
    answer: {
      status: 200,
      description: 'The times at each location.',
      name: 'SearchResult',
      schema: z
        .object({
          date: serviceDate,
          partySize,
          locations: z.array(found).meta({ description: 'In the order of the request.' }),
        })
        .meta({ description: 'The nearest times, location by location.' }),
      examples: {
        two: {
          summary: 'One restaurant has times, the other has none',
          value: {
            date: DATE,
            partySize: 4,
            locations: [
              {
                locationId: LOCATION_ID,
                timezone: 'Europe/Stockholm',
                slots: ['18:00', '17:45', '18:15', '17:30', '18:30'].map(near),
              },
              { locationId: OTHER_ID, timezone: 'Europe/Stockholm', slots: [] },
            ],
          },
        },
      },
    },
    parts: { FoundAvailability: found },
    failures: {
      400: badRequest('The body is malformed, or asks for too much.', {
        noLocations: ['No location', `locationIds has from 1 to ${limits.SEARCH_LOCATIONS_MAX} items`],
        notUuid: ['A location id that is not a UUID', 'locationIds.0 must be a UUID'],
        dateMalformed: ['A date that does not exist', 'date must be a date as YYYY-MM-DD'],
      }),
    },
    shared: { 403: 'SearchForbidden' },
  },
  async ({ partner, body: { around, ...wanted } }) => {
    const aroundMs = around === undefined ? undefined : instantIn('around', around);
    const results = await partner.searchAvailability({ ...wanted, aroundMs });
    return {
      status: 200,
      body: {
        date: wanted.date,
        partySize: wanted.partySize,
        locations: results.map(({ location, slots }) => ({
          locationId: location.id,
          timezone: location.timeZone,
          slots: slots.map(({ startMs, available, remainingCovers }) => ({
            slot: formatInstant(startMs),
            available,
            remainingCovers,
          })),
        })),
      },
    };
  },
);
