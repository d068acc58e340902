import { answering, both, by, error, instead, isCancel, isMenu, isRead, saying } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isUnknown = ({ path }: { path: string }): boolean => path.includes('no-such-booking');

/** Once a request is counted. */
const refusal = (status: number) => (reply: { status: number }) =>
  reply.status === 429 ? {} : { status, json: error(status) };

/** Booking ids that were cancelled before. */
const again = (status: number): Fault => {
  const cancelled = new Set<string>();
  return answering(isCancel, (reply, { path }) => {
    if (reply.status !== 200) return {};
    if (cancelled.has(path)) return { status, json: error(status) };
    cancelled.add(path);
    return {};
  });
};

export const wrongServers: WrongServers = {
  'answers 404 for existing bookings': {
    breaks: ['§4.4/read', '§3/cancelled'],
    fault: answering(isRead, ({ status }) => (status === 200 ? { status: 404, json: error(404) } : {})),
  },
  'does not return when a booking was made': {
    breaks: ['§2.8/shape'],
    fault: saying(isRead, (json) => delete json.createdAt),
  },
  'returns another party size': {
    breaks: ['§2.8/same'],
    fault: saying(isRead, (json) => (json.partySize += 1)),
  },
  'returns another id': {
    breaks: ['§2.8/same'],
    fault: saying(isRead, (json) => (json.id = 'bk_other')),
  },
  'has an unknown state': {
    breaks: ['§2.8/confirmed'],
    fault: saying(isRead, (json) => {
      if (json.status === 'confirmed') json.status = 'booked';
    }),
  },
  'loses references': {
    breaks: ['§2.8/reference'],
    fault: saying(isRead, (json) => (json.partnerBookingRef = null)),
  },
  'returns api as the source': {
    breaks: ['§4.3.2/source'],
    fault: saying(isRead, (json) => (json.source = 'api')),
  },
  'returns only the slug as the channel': {
    breaks: ['§4.3.2/channel'],
    fault: saying(isRead, (json) => (json.channel = 'acme')),
  },
  'returns the manage token of a booking': {
    breaks: ['§4.3.4/no-token'],
    fault: saying(isRead, (json) => (json.guest = { manageToken: 'q7Zx81LmN0pR52sT9uVwXy34' })),
  },
  'answers 400 for a booking that does not exist': {
    breaks: ['§4.4/unknown', '§7/statuses'],
    fault: answering(both(isRead, isUnknown, by('key')), refusal(400)),
  },
  'answers 403 for a booking that does not exist': {
    breaks: ['§4.4/unknown'],
    fault: answering(both(isRead, isUnknown, by('key')), refusal(403)),
  },
  'answers a cancellation with the booking': {
    breaks: ['§4.5/cancel', '§4.5/again'],
    fault: answering(isCancel, ({ status }) => (status === 200 ? { json: { status: 'cancelled' } } : {})),
  },
  'rejects a second cancellation': {
    breaks: ['§4.5/again', '§7/statuses'],
    fault: (serve, target) => again(409)(serve, target),
  },
  'rejects a second cancellation with 404': {
    breaks: ['§4.5/again'],
    fault: (serve, target) => again(404)(serve, target),
  },
  'returns a cancelled booking as confirmed': {
    breaks: ['§3/cancelled'],
    fault: saying(isRead, (json) => (json.status = 'confirmed')),
  },
  'cancels unknown bookings': {
    breaks: ['§4.5/unknown'],
    fault: instead(both(isCancel, isUnknown, by('key')), 200, { ok: true }),
  },
  'cancels past bookings': {
    breaks: ['§4.5/ended'],
    fault: answering(isCancel, ({ status }) => (status === 400 ? { status: 200, json: { ok: true } } : {})),
  },
  'rejects its menu': { breaks: ['§4.6/menu'], fault: instead(both(isMenu, by('key')), 403) },
  'returns prices in kronor': {
    breaks: ['§2.10/shape'],
    fault: saying(isMenu, (json) => (json.categories[0].items[0].price_ore = 145.5)),
  },
  'returns a currency sign instead of a code': {
    breaks: ['§2.10/shape'],
    fault: saying(isMenu, (json) => (json.currency = 'kr')),
  },
};
