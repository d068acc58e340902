import { answering, asking, both, by, error, isBatch, replying, saying, type Which } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isList: Which = ({ method, path }) => method === 'GET' && path === '/bookings';

/** The changes of the last minutes. */
const isWhole: Which = (input, target) =>
  isList(input, target) && input.query.get('limit') === '200' && input.query.has('updatedSince');
const isSearch: Which = ({ path }) => path === '/availability/search';

const isUnread: Which = (input, target) => isBatch(input, target) && input.query.has('conformance');

/** A list that does not look at a condition. */
const without = (name: string): Fault => asking(isList, ({ query }) => query.delete(name));

export const wrongServers: WrongServers = {
  'lists a booking twice': {
    breaks: ['D33/list'],
    fault: saying(isWhole, (json) => (json.bookings = [...json.bookings, ...json.bookings])),
  },
  'returns an empty list': {
    breaks: ['D33/list'],
    fault: saying(isWhole, (json) => (json.bookings = [])),
  },
  'lists without a cursor': {
    breaks: ['D33/list'],
    fault: saying(isWhole, (json) => delete json.nextCursor),
  },
  'returns the farthest times first': {
    breaks: ['D34/nearest'],
    fault: saying(isSearch, ({ locations: [first] }) => (first.slots = first.slots.toReversed())),
  },
  'returns times that are unavailable': {
    breaks: ['D34/nearest'],
    fault: saying(isSearch, (json) => {
      for (const slot of json.locations[0].slots) slot.available = false;
    }),
  },
  'ignores the reference in lists': {
    breaks: ['D33/reference'],
    fault: without('partnerBookingRef'),
  },
  'ignores the date in lists': {
    breaks: ['D33/dates'],
    fault: without('from'),
  },
  'ignores updatedSince in lists': {
    breaks: ['D33/since'],
    fault: asking(
      both(
        isList,
        ({ query }) => Date.parse(query.get('updatedSince') ?? '') > Date.parse('2026-12-01T08:50:00Z'),
      ),
      ({ query }) => {
        query.delete('updatedSince');
      },
    ),
  },
  'lists more than the limit': {
    breaks: ['D33/limit'],
    fault: saying(
      both(isList, ({ query }) => query.get('limit') === '6' && !query.has('cursor')),
      ({ bookings }) => {
        for (let i = bookings.length; i <= 6; i++) bookings.push({ ...bookings[0], id: `bk_more_${i}` });
      },
    ),
  },
  'lists by position, so that changes move other bookings out of the page': {
    breaks: ['D33/cursor'],
    fault: answering(
      both(isList, ({ query }) => query.has('cursor')),
      ({ json }) => void (json.bookings = json.bookings.slice(1)),
    ),
  },
  'lists outdated bookings': {
    breaks: ['D33/cursor'],
    fault: saying(
      both(isList, ({ query }) => query.has('cursor')),
      (json) => {
        for (const booking of json.bookings) booking.status = 'confirmed';
      },
    ),
  },
  'lists bookings of other partners': {
    breaks: ['D33/own'],
    fault: asking(both(isList, by('second-key')), (_, { keys }) => ({ key: keys.key })),
  },
  'returns too many covers in a search': {
    breaks: ['D34/same'],
    fault: saying(isSearch, ({ locations: [first] }) => {
      for (const slot of first.slots) slot.remainingCovers += 1;
    }),
  },
  'finds no location': {
    breaks: ['D34/nowhere'],
    fault: replying(both(isSearch, by('key')), 400, 200, { locations: [] }),
  },
  'searches at unknown locations': {
    breaks: ['D34/unknown-location'],
    fault: replying(both(isSearch, by('key')), 403, 200, { locations: [] }),
  },
  'lists an unknown status': {
    breaks: ['D30/status'],
    fault: saying(isList, (json) => {
      for (const booking of json.bookings) if (booking.status === 'confirmed') booking.status = 'seated';
    }),
  },
  'answers 403 to a list without a key': {
    breaks: ['D30/key'],
    fault: replying(
      both(isList, ({ key }) => key === null),
      401,
      403,
    ),
  },
  'answers 409 to a hold without the scope': {
    breaks: ['D30/scope'],
    fault: replying(
      both(({ path }) => path.endsWith('/holds'), by('read-only-key')),
      403,
      409,
    ),
  },
  'accepts a search outside the list of the key': {
    breaks: ['D30/location'],
    fault: replying(both(isSearch, by('elsewhere-key')), 403, 200, { locations: [] }),
  },
  'rejects unknown fields': {
    breaks: ['D11/ignored'],
    fault: answering(isUnread, () => ({ status: 400, json: error(400) })),
  },
  'returns fields that it ignores': {
    breaks: ['D11/named'],
    fault: answering(isUnread, ({ headers }) => headers.set('ignored-fields', 'startDate, conformance')),
  },
};
