import { answering, both, isCreate, saying, type Which } from '../faults.ts';
import type { WrongServer } from './wrong-server.ts';

const isMove: Which = ({ path }) => path.endsWith('/move');
const isList: Which = ({ method, path }) => method === 'GET' && path === '/bookings';
const isSearch: Which = ({ path }) => path === '/availability/search';

// oxlint-disable-next-line typescript/no-explicit-any -- what goes out, which faults spoil
const refusing = (change: (alternatives: any[]) => unknown) =>
  answering(both(isCreate), ({ status, json }) => {
    if (status === 409 && json.alternatives?.length > 1) json.alternatives = change(json.alternatives);
  });

export const wrongServers: readonly WrongServer[] = [
  {
    name: 'moves a booking and says no more than that',
    breaks: ['D32/same'],
    fault: answering(isMove, ({ status }) => (status === 200 ? { json: { ok: true } } : {})),
  },
  {
    name: 'refuses to leave a booking where it is',
    breaks: ['D32/same'],
    fault: answering(isMove, ({ status }) =>
      status === 200 ? { status: 409, json: { statusCode: 409, message: 'No.', error: 'Conflict' } } : {},
    ),
  },
  {
    name: 'names other times in order of time',
    breaks: ['D31/alternatives'],
    fault: refusing((given) => given.toReversed()),
  },
  {
    name: 'names the time that it has refused',
    breaks: ['D31/alternatives'],
    fault: answering(isCreate, ({ status, json }, { body }) => {
      if (status === 409 && json.alternatives) json.alternatives = [{ startsAt: body.startsAt }];
    }),
  },
  {
    name: 'lists a booking twice',
    breaks: ['D33/list'],
    fault: saying(isList, (json) => (json.bookings = [...json.bookings, ...json.bookings])),
  },
  {
    name: 'lists nothing',
    breaks: ['D33/list'],
    fault: saying(isList, (json) => (json.bookings = [])),
  },
  {
    name: 'lists without saying where to go on',
    breaks: ['D33/list'],
    fault: saying(isList, (json) => delete json.nextCursor),
  },
  {
    name: 'finds the farthest times first',
    breaks: ['D34/nearest'],
    fault: saying(isSearch, ({ locations: [first] }) => (first.slots = first.slots.toReversed())),
  },
  {
    name: 'finds times that are taken',
    breaks: ['D34/nearest'],
    fault: saying(isSearch, (json) => {
      for (const slot of json.locations[0].slots) slot.available = false;
    }),
  },
];
