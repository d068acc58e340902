import { answering, both, by, isCreate, isRead, replying, saying, type Which } from '../faults.ts';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isMove: Which = ({ path }) => path.endsWith('/move');

/** To where it is. */
const isToSame: Which = ({ path, body }) => path.endsWith('/move') && body?.startsAt === undefined;

// oxlint-disable-next-line typescript/no-explicit-any -- what goes out, which faults spoil
const refusing = (change: (alternatives: any[]) => unknown) =>
  answering(both(isCreate), ({ status, json }) => {
    if (status === 409 && json.alternatives?.length > 1) json.alternatives = change(json.alternatives);
  });

// oxlint-disable-next-line typescript/no-explicit-any -- what goes out, which faults spoil
type Spoil = (json: any) => unknown;

/** Spoils what is read of a booking once a move of it to another time was answered with a status. */
const afterMove =
  (status: number) =>
  (change: Spoil): Fault =>
  (serve, target) => {
    let moved: string | undefined;
    const note = answering(
      both(isMove, by('key'), ({ body }) => body?.startsAt !== undefined),
      (reply, { path }) => {
        if (reply.status === status) moved ??= path.replace('/move', '');
      },
    );
    const spoil = saying(
      both(isRead, ({ path }) => path === moved),
      change,
    );
    return note(spoil(serve, target), target);
  };
const onceMoved = afterMove(200);

const onceRefused = afterMove(409);

export const wrongServers: WrongServers = {
  'moves a booking and answers without it': {
    breaks: ['D32/same'],
    fault: answering(isToSame, ({ status }) => (status === 200 ? { json: { ok: true } } : {})),
  },
  'rejects a move to the same time': {
    breaks: ['D32/same'],
    fault: answering(isToSame, ({ status }) =>
      status === 200 ? { status: 409, json: { statusCode: 409, message: 'No.', error: 'Conflict' } } : {},
    ),
  },
  'sorts alternatives in the wrong order': {
    breaks: ['D31/alternatives'],
    fault: refusing((given) => given.toReversed()),
  },
  'returns the rejected time as an alternative': {
    breaks: ['D31/alternatives'],
    fault: answering(isCreate, ({ status, json }, { body }) => {
      if (status === 409 && json.alternatives?.length > 0) json.alternatives = [{ startsAt: body.startsAt }];
    }),
  },
  'names times that are not available': {
    breaks: ['D31/to-be-had'],
    fault: refusing((given) => given.map(({ startsAt }) => ({ startsAt: startsAt.replace(':00Z', ':01Z') }))),
  },
  'omits the reason': {
    breaks: ['D31/reason'],
    fault: answering(isCreate, ({ status, json }) => {
      if (status === 409) delete json.reason;
    }),
  },
  'returns alternatives for a party larger than every table': {
    breaks: ['D31/party-size'],
    fault: answering(isMove, ({ status, json }) => {
      if (status === 409) json.alternatives = [{ startsAt: '2026-12-22T12:00:00Z' }];
    }),
  },
  'returns a next available time a year ahead': {
    breaks: ['D31/next'],
    fault: answering(isCreate, ({ json }) => {
      if (json.nextAvailable) json.nextAvailable.date = '2027-12-01';
    }),
  },
  'names a next time that is not available': {
    breaks: ['D31/next'],
    fault: answering(isCreate, ({ json }) => {
      if (json.nextAvailable) json.nextAvailable.startsAt = '2027-01-07T03:00:00Z';
    }),
  },
  'answers a move with the previous time': {
    breaks: ['D32/moved'],
    fault: saying(
      both(isMove, ({ body }) => body?.startsAt !== undefined),
      (json) => (json.startsAt = '2026-12-22T03:00:00Z'),
    ),
  },
  'changes the size of a moved booking': {
    breaks: ['D32/moved'],
    fault: saying(
      both(isMove, ({ body }) => body?.startsAt !== undefined),
      (json) => (json.partySize += 1),
    ),
  },
  'returns a moved booking at its previous time': {
    breaks: ['D32/read'],
    fault: onceMoved((json) => (json.startsAt = '2026-12-22T03:00:00Z')),
  },
  'rejects a move of the time only': {
    breaks: ['D32/refused'],
    fault: onceRefused((json) => (json.startsAt = '2026-12-22T03:00:00Z')),
  },
  'rejects a move with 400': {
    breaks: ['D32/refused'],
    fault: replying(isMove, 409, 400),
  },
  'moves a cancelled booking': {
    breaks: ['D32/final'],
    fault: replying(isMove, 400, 409),
  },
  "answers an unknown booking's move with 400": {
    breaks: ['D32/unknown'],
    fault: replying(
      both(isMove, ({ path }) => path.includes('no-such'), by('key')),
      404,
      400,
    ),
  },
  'moves bookings of other partners': {
    breaks: ['D32/foreign'],
    fault: replying(both(isMove, by('second-key')), 404, 200, {}),
  },
};
