import {
  answering,
  asking,
  both,
  by,
  error,
  isCreate,
  isDay,
  isRead,
  saying,
  type Which,
} from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isHold: Which = ({ path }) => path.endsWith('/holds');
const isConfirm: Which = ({ path }) => path.endsWith('/confirm');
const isRelease: Which = ({ method, path }) => method === 'DELETE' && path.startsWith('/holds/');
const isUnknown: Which = ({ path }) => path.includes('no-such-hold');
const isForSeconds =
  (seconds: number): Which =>
  ({ body }) =>
    body?.seconds === seconds;

/** Takes what must not be taken. */
const taking = (which: Which, from: number, status: number, json: object): Fault =>
  answering(which, (reply) => (reply.status === from ? { status, json } : {}));

const HELD = {
  id: 'hd_other',
  startsAt: '2026-12-22T18:00:00Z',
  partySize: 2,
  expiresAt: '2026-12-01T08:05:00Z',
};
const BOOKED = { id: 'bk_other', startsAt: HELD.startsAt, status: 'confirmed', partnerBookingRef: null };
const LONG_SECONDS = 900;

/** The start of the last table that is held, while it is. */
function whileHeld(
  which: Which,
  change: (json: Record<string, unknown>, startsAt: string) => unknown,
  till = false,
): Fault {
  let startsAt: string | undefined;
  let isOver = false;
  return answering(
    () => true,
    ({ status, json }, input, target) => {
      if (both(isHold, by('key'), isForSeconds(LONG_SECONDS))(input, target) && status === 201)
        startsAt = json.startsAt;
      if (both(isRelease, by('key'))(input, target)) isOver = true;
      if (startsAt !== undefined && which(input, target) && isOver === till) change(json, startsAt);
    },
  );
}

const setAvailable = (available: boolean) => (json: Record<string, unknown>, startsAt: string) => {
  // oxlint-disable-next-line typescript/no-explicit-any -- what goes out, which faults spoil
  for (const slot of (json['slots'] as any[]) ?? [])
    if (slot.slot === startsAt) Object.assign(slot, { available, remainingCovers: available ? 6 : 0 });
};

const isForSix: Which = ({ query }) => query.get('partySize') === '6';

export const wrongServers: WrongServers = {
  'returns a hold for one guest more': {
    breaks: ['D35/held'],
    fault: saying(
      both(isHold, ({ body }) => body?.seconds === undefined, by('key')),
      (json) => (json.partySize += 1),
    ),
  },
  'makes two holds for one idempotency key': {
    breaks: ['D35/hold-again'],
    fault: answering(isHold, ({ headers, json }) => {
      if (headers.has('idempotent-replayed')) json.id = 'hd_second';
    }),
  },
  'accepts a hold of less than a minute': {
    breaks: ['D35/seconds-59'],
    fault: taking(both(isHold, isForSeconds(59)), 400, 201, HELD),
  },
  'accepts a hold of more than 15 minutes': {
    breaks: ['D35/seconds-901'],
    fault: taking(both(isHold, isForSeconds(901)), 400, 201, HELD),
  },
  'holds for ten minutes by default': {
    breaks: ['D35/default'],
    fault: asking(
      both(isHold, ({ body }) => body?.seconds === undefined),
      ({ body }) => ({
        body: { ...body, seconds: 600 },
      }),
    ),
  },
  'answers 400 for a held table': {
    breaks: ['D35/taken'],
    fault: (serve, target) => {
      let startsAt: string | undefined;
      const note = saying(
        both(isHold, by('key'), isForSeconds(LONG_SECONDS)),
        (json) => (startsAt = json.startsAt),
      );
      const take = answering(
        both(isCreate, ({ body }) => body?.startsAt === startsAt),
        ({ status }) => {
          if (status !== 409 || startsAt === undefined) return {};
          startsAt = undefined;
          return { status: 400, json: error(400) };
        },
      );
      return note(take(serve, target), target);
    },
  },
  'shows a held table as available': {
    breaks: ['D35/not-listed'],
    fault: whileHeld(both(isDay, isForSix), setAvailable(true)),
  },
  'shows a released table as unavailable': {
    breaks: ['D35/freed'],
    fault: whileHeld(both(isDay, isForSix), setAvailable(false), true),
  },
  'returns a hold as a booking': {
    breaks: ['D30/hold-no-booking'],
    fault: answering(
      both(isRead, ({ path }) => path.includes('hd_')),
      () => ({ status: 200, json: { status: 'held' } }),
    ),
  },
  'cancels a hold as a booking': {
    breaks: ['D30/hold-no-booking'],
    fault: answering(
      ({ path }) => /\/bookings\/hd_.*cancel$/.test(path),
      () => ({ status: 200, json: { ok: true } }),
    ),
  },
  'holds at most nine tables': {
    breaks: ['D35/ten'],
    fault: (serve, target) => {
      let count = 0;
      return answering(both(isHold, by('second-key')), ({ status }) =>
        status === 201 && ++count > 9 ? { status: 429, json: error(429) } : {},
      )(serve, target);
    },
  },
  'rejects the eleventh hold with 403': {
    breaks: ['D35/ten'],
    fault: answering(both(isHold, by('second-key')), ({ status }) =>
      status === 429 ? { status: 403, json: error(403) } : {},
    ),
  },
  'answers 409 to a confirmation without an e-mail address': {
    breaks: ['D35/confirm-email'],
    fault: answering(
      both(isConfirm, ({ body }) => body?.email === undefined),
      ({ status }) => (status === 400 ? { status: 409, json: error(409) } : {}),
    ),
  },
  'returns the id of the hold as the booking id': {
    breaks: ['D35/confirmed', 'D35/confirmed-read'],
    fault: answering(both(isConfirm, by('key')), ({ status, json }, { path }) => {
      if (status === 201) json.id = path.split('/')[2];
    }),
  },
  'confirms a hold at another time': {
    breaks: ['D35/confirmed'],
    fault: saying(both(isConfirm, by('key')), (json) => (json.startsAt = '2026-12-24T12:00:00Z')),
  },
  'loses the reference of a confirmation': {
    breaks: ['D35/confirmed'],
    fault: saying(isConfirm, (json) => (json.partnerBookingRef = null)),
  },
  'returns a confirmed hold with a larger size': {
    breaks: ['D35/confirmed-read'],
    fault: (serve, target) => {
      let id: string | undefined;
      const note = saying(isConfirm, (json) => (id ??= json.id));
      const enlarge = saying(
        both(isRead, ({ path }) => id !== undefined && path.endsWith(id)),
        (json) => (json.partySize += 1),
      );
      return note(enlarge(serve, target), target);
    },
  },
  'makes two bookings for a repeated confirmation': {
    breaks: ['D35/confirm-again'],
    fault: answering(isConfirm, ({ headers, json }) => {
      if (headers.has('idempotent-replayed')) json.id = 'bk_second';
    }),
  },
  'omits the replay header of a repeated confirmation': {
    breaks: ['D35/confirm-again'],
    fault: answering(isConfirm, ({ headers }) => headers.delete('idempotent-replayed')),
  },
  'confirms a released hold': {
    breaks: ['D35/confirm-released'],
    fault: taking(both(isConfirm, by('key')), 409, 201, BOOKED),
  },
  'rejects an unknown hold with 409': {
    breaks: ['D35/confirm-unknown'],
    fault: taking(both(isConfirm, isUnknown, by('key')), 404, 409, error(409)),
  },
  'confirms holds of other partners': {
    breaks: ['D35/confirm-foreign'],
    fault: taking(both(isConfirm, by('second-key')), 404, 201, BOOKED),
  },
  'releases holds of other partners': {
    breaks: ['D35/release-foreign'],
    fault: asking(both(isRelease, by('second-key')), ({ key, path }, { keys }) => ({
      key: path.endsWith('no-such-hold') ? key : keys.key,
    })),
  },
  'answers a release without a body': {
    breaks: ['D35/released', 'D35/release-again'],
    fault: answering(both(isRelease, by('key')), ({ status }) => (status === 200 ? { json: {} } : {})),
  },
  'rejects a second release': {
    breaks: ['D35/release-again'],
    fault: (serve, target) => {
      const seen = new Set<string>();
      return answering(both(isRelease, by('key')), ({ status }, { path }) => {
        if (status !== 200 || !seen.has(path)) return (seen.add(path), {});
        return { status: 404, json: error(404) };
      })(serve, target);
    },
  },
  'releases unknown holds': {
    breaks: ['D35/release-unknown'],
    fault: taking(both(isRelease, isUnknown, by('key')), 404, 200, { ok: true }),
  },
};
