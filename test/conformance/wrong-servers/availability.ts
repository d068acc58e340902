import {
  type RequestInput,
  asking,
  answering,
  both,
  by,
  error,
  faults,
  instead,
  isBatch,
  isDay,
  saying,
  either,
} from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

// oxlint-disable typescript/no-explicit-any -- the bodies of answers, which faults spoil

/** Spoils the slots of days, in single answers and in batches alike. */
const slots = (change: (all: any[], input: RequestInput) => any[]): Fault =>
  faults(
    saying(isDay, (json, input) => (json.slots = change(json.slots, input))),
    saying(isBatch, (json, input) => {
      for (const day of json.days) day.slots = change(day.slots, input);
    }),
  );

const eachSlot = (change: (slot: any) => object): Fault =>
  slots((all) => all.map((slot) => ({ ...slot, ...change(slot) })));

/** An instant as a clock in Stockholm shows it in winter. */
const inStockholm = (slot: string): string =>
  new Date(Date.parse(slot) + 3_600_000).toISOString().slice(0, 19);

/** Reads a wrong query as a good one. */
const takes = (
  name: 'date' | 'partySize',
  wrong: string | null,
  good: string | ((wrong: string) => string),
): Fault =>
  asking(
    both(isDay, ({ query }) =>
      wrong === null ? !query.has(name) : new RegExp(wrong).test(query.get(name) ?? ''),
    ),
    ({ query }) => {
      query.set(name, typeof good === 'string' ? good : good(query.get(name)!));
    },
  );

const dayLater = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

const SHAPES: WrongServers = {
  'omits the time zone': {
    // The batch is compared with it.
    breaks: ['§2.3/shape', '§2.3/time-zone', '§2.5/echo', '§8/sandbox-hours'],
    fault: saying(isDay, (json) => delete json.timezone),
  },
  'returns another date': {
    breaks: ['§2.3/echo'],
    fault: saying(isDay, (json) => (json.date = dayLater(json.date, 1))),
  },
  'returns an offset instead of a time zone': {
    breaks: ['§2.3/time-zone', '§8/sandbox-hours'],
    fault: saying(either(isDay, isBatch), (json) => (json.timezone = '+01:00')),
  },
  'writes covers as text': {
    breaks: ['§2.2/shape', '§2.5/shape'],
    fault: eachSlot(({ remainingCovers, available }) =>
      available ? { remainingCovers: `${remainingCovers}` } : {},
    ),
  },
  'writes slots in local time with an offset': {
    breaks: ['§2.2/utc', 'D6/instants'],
    fault: eachSlot(({ slot }) => ({ slot: `${inStockholm(slot)}+01:00` })),
  },
  'writes slots in local time, marked as UTC': {
    // The last of them cannot be booked.
    breaks: ['§2.2/bookable', '§8/sandbox-hours'],
    fault: eachSlot(({ slot }) => ({ slot: `${inStockholm(slot)}Z` })),
  },
  'writes milliseconds': {
    breaks: ['D6/instants'],
    fault: eachSlot(({ slot }) => ({ slot: slot.replace('Z', '.000Z') })),
  },
  'has covers in unavailable slots': {
    breaks: ['§2.2/no-covers'],
    fault: eachSlot(({ available }) => (available ? {} : { remainingCovers: 2 })),
  },
  'counts tables instead of covers': {
    breaks: ['D4/covers'],
    fault: eachSlot(({ available }) => (available ? { remainingCovers: 1 } : {})),
  },
  'lists slots in reverse order': {
    breaks: ['§4.1/sorted', '§4.2.3/slots-sorted'],
    fault: slots((all) => all.toReversed()),
  },
  'answers with the slots of another day': {
    breaks: ['D5/own-date'],
    fault: faults(
      saying(isDay, (json) => (json.date = dayLater(json.date, -2))),
      saying(isBatch, (json) => {
        json.startDate = dayLater(json.startDate, -2);
        json.endDate = dayLater(json.endDate, -2);
        for (const day of json.days) day.date = dayLater(day.date, -2);
      }),
      asking(isDay, ({ query }) => {
        const date = query.get('date') ?? '';
        if (/^\d{4}-(?!02-30)/.test(date)) query.set('date', dayLater(date, 2));
      }),
      asking(isBatch, ({ body }) => ({
        body: { ...body, startDate: dayLater(body.startDate, 2), endDate: dayLater(body.endDate, 2) },
      })),
    ),
  },
};

/** Answers from a cache that never expires. */
const forever: Fault = (serve, target) => {
  const responses = new Map<string, Promise<Response>>();
  return async (request) => {
    const { url, method } = request;
    const isCacheable =
      method === 'GET' && url.includes('/availability?') && request.headers.has('authorization');
    if (!isCacheable || !request.headers.get('authorization')!.endsWith(target.keys.key))
      return serve(request);
    if (!responses.has(url)) responses.set(url, serve(request));
    return (await responses.get(url)!).clone();
  };
};

/** Slots that were taken once are shown as taken from then on. */
const onceTaken = (): Fault => {
  const taken = new Set<string>();
  return saying(isDay, (json, { query }) => {
    for (const slot of json.slots) {
      const name = `${query.get('partySize')} ${slot.slot}`;
      if (!slot.available) taken.add(name);
      else if (taken.has(name)) Object.assign(slot, { available: false, remainingCovers: 0 });
    }
  });
};

const TRUTH: WrongServers = {
  'rejects slots that it shows as available': {
    breaks: ['§2.2/bookable'],
    fault: answering(
      ({ method, path }) => method === 'POST' && path.endsWith('/bookings'),
      ({ status }) => (status === 201 ? { status: 409, json: error(409) } : {}),
    ),
  },
  'answers a closed day without a list': {
    breaks: ['§4.1/closed'],
    fault: saying(isDay, (json) => {
      if (json.date === '2027-01-06') json.slots = null;
    }),
  },
  'rejects past days': {
    breaks: ['D1/past'],
    fault: instead(
      both(isDay, ({ query }) => (query.get('date') ?? '9') < '2026-12'),
      400,
    ),
  },
  'caches availability forever': { breaks: ['§8/shows-taken'], fault: forever },
  'does not show freed tables': {
    breaks: ['§8/shows-freed'],
    fault: (serve, target) => onceTaken()(serve, target),
  },
  'omits full slots': {
    breaks: ['D1/listed'],
    fault: slots((all) => all.filter(({ available }) => available)),
  },
  'answers slowly': {
    breaks: ['§4.1/fast'],
    fault: answering(isDay, (_, __, { clock }) => clock.pass(1200)),
  },
};

const REFUSED: WrongServers = {
  'uses today if the date is missing': {
    breaks: ['§4.1/date-missing'],
    fault: takes('date', null, '2026-12-22'),
  },
  'uses two if the party size is missing': {
    breaks: ['§4.1/party-size-missing'],
    fault: takes('partySize', null, '2'),
  },
  'accepts dates that begin with the day': {
    breaks: ['§7/date-format'],
    fault: takes('date', String.raw`^\d\d-\d\d-\d{4}$`, (date) => date.split('-').toReversed().join('-')),
  },
  'accepts the 30th of February': {
    breaks: ['§7/date-impossible'],
    fault: takes('date', '-02-30$', '2026-03-02'),
  },
  'accepts parties of 0': { breaks: ['§4.1/party-size-0'], fault: takes('partySize', '^0$', '1') },
  'accepts words as numbers': { breaks: ['§7/party-size-text'], fault: takes('partySize', 'two', '2') },
};

export const wrongServers: WrongServers = { ...SHAPES, ...TRUTH, ...REFUSED };

/** Says of days and batches what a key may not know. */
export const openAvailability: Fault = asking(
  both(by('elsewhere-key'), either(isDay, isBatch)),
  (_, { keys }) => ({ key: keys.key }),
);
