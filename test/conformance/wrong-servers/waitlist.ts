import { answering, both, by, error, isRead, saying, type Which, replying } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isJoin: Which = ({ method, path }) => method === 'POST' && path.endsWith('/waitlist');
const isEntry: Which = ({ path }) => path.startsWith('/waitlist/');
const isGet: Which = ({ method }) => method === 'GET';
const isLeave: Which = ({ method }) => method === 'DELETE';
const isUnknown: Which = ({ path }) => path.includes('no-such-entry');

const OFFER = { holdId: 'hd_other', startsAt: '2026-12-22T10:00:00Z', expiresAt: '2026-12-01T08:30:00Z' };

const guestOf =
  (email: string): Which =>
  ({ body }) =>
    body?.email === email;
const SECOND = 'conformance-2@example.com';
const FIRST = 'conformance-1@example.com';

/** Changes what is read of the entry of one guest. */
const reading =
  (email: string, change: (json: Record<string, unknown>) => unknown): Fault =>
  (serve, target) => {
    let id: string | undefined;
    const note = saying(both(isJoin, guestOf(email)), (json) => (id ??= json.id));
    const spoil = saying(
      both(isGet, isEntry, ({ path }) => id !== undefined && path.endsWith(id)),
      change,
    );
    return note(spoil(serve, target), target);
  };

export const wrongServers: WrongServers = {
  'returns a waiting party as offered': {
    breaks: ['D36/joined'],
    fault: saying(both(isJoin, guestOf(FIRST)), (json) => (json.state = 'offered')),
  },
  'answers a new waiting party with 200': {
    breaks: ['D36/joined'],
    fault: answering(both(isJoin, guestOf(FIRST)), ({ status }) => (status === 201 ? { status: 200 } : {})),
  },
  'answers 409 to a window that ends before it starts': {
    breaks: ['D36/backwards'],
    fault: replying(
      both(isJoin, ({ body }) => body?.to < body?.from),
      400,
      409,
    ),
  },
  'books a table that a waiting party could use': {
    breaks: ['D36/never-to-be-had'],
    fault: (serve, target) => {
      let waits = 0;
      const note = saying(both(isJoin, guestOf(SECOND)), () => (waits += 1));
      const letIn = answering(
        both(
          ({ path }) => path.endsWith('/bookings'),
          by('key'),
          ({ method }) => method === 'POST',
        ),
        ({ status }) =>
          status === 409 && waits > 0
            ? {
                status: 201,
                json: {
                  id: 'bk_between',
                  startsAt: OFFER.startsAt,
                  status: 'confirmed',
                  partnerBookingRef: null,
                },
              }
            : {},
      );
      return note(letIn(serve, target), target);
    },
  },
  'offers a table that is free later': {
    breaks: ['D36/offered'],
    fault: reading(
      FIRST,
      (json) => json['state'] === 'offered' && Object.assign(json, { state: 'waiting', offer: null }),
    ),
  },
  'offers a time outside the window': {
    breaks: ['D36/offered'],
    fault: reading(
      FIRST,
      (json) => json['offer'] && (json['offer'] = { ...OFFER, startsAt: '2026-12-22T13:00:00Z' }),
    ),
  },
  'offers one table to two waiting parties': {
    breaks: ['D36/order'],
    fault: reading(
      SECOND,
      (json) => json['state'] === 'waiting' && Object.assign(json, { state: 'offered', offer: OFFER }),
    ),
  },
  'offers a table to a party that has one': {
    breaks: ['D36/passed-over'],
    fault: reading('conformance@example.com', (json) =>
      Object.assign(json, { state: 'offered', offer: OFFER }),
    ),
  },
  'returns an entry with another party size': {
    breaks: ['D36/read'],
    fault: reading(FIRST, (json) => (json['partySize'] = 19)),
  },
  'returns an entry without its mode': {
    breaks: ['D36/offered', 'D36/read'],
    fault: reading(FIRST, (json) => delete json['mode']),
  },
  'answers 400 for an unknown entry': {
    breaks: ['D36/unknown'],
    fault: replying(both(isGet, isEntry, isUnknown, by('key')), 404, 400),
  },
  'returns entries of other partners': {
    breaks: ['D36/foreign'],
    fault: replying(both(isGet, isEntry, by('second-key')), 404, 200, { state: 'waiting' }),
  },
  'returns an entry as a booking': {
    breaks: ['D30/entry-no-booking'],
    fault: replying(
      both(isRead, ({ path }) => path.includes('wt_')),
      404,
      200,
      { status: 'waiting' },
    ),
  },
  'keeps parties that left the waitlist': {
    breaks: ['D36/left'],
    fault: (serve, target) => {
      const seen = new Set<string>();
      return saying(both(isLeave, isEntry), (json, { path }) => {
        if (!seen.has(path)) json.state = 'offered';
        seen.add(path);
      })(serve, target);
    },
  },
  'rejects leaving twice': {
    breaks: ['D36/left-again'],
    fault: (serve, target) => {
      const seen = new Set<string>();
      return answering(both(isLeave, isEntry, by('key')), ({ status }, { path }) => {
        if (!seen.has(path) || status !== 200) return (seen.add(path), {});
        return { status: 409, json: error(409) };
      })(serve, target);
    },
  },
  'forgets the next waiting party': {
    breaks: ['D36/next'],
    fault: reading(
      SECOND,
      (json) => json['state'] === 'booked' && Object.assign(json, { state: 'waiting', bookingId: null }),
    ),
  },
  'removes entries of other partners': {
    breaks: ['D36/leave-foreign'],
    fault: replying(both(isLeave, isEntry, by('second-key')), 404, 200, { ok: true }),
  },
};
