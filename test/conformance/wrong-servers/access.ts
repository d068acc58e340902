import {
  asking,
  answering,
  both,
  by,
  error,
  faults,
  instead,
  isBatch,
  isCancel,
  isCreate,
  isDay,
  isMenu,
  isRead,
  either,
  type Which,
} from '../faults.ts';
import type { Fault, Target } from '../target.ts';
import { openAvailability } from './availability.ts';
import type { WrongServers } from './wrong-server.ts';

/** Sends the forbidden request of a key with the run's own key. */
const allows = (name: keyof Target['keys'], which: Which): Fault =>
  asking(both(by(name), which), (_, { keys }) => ({ key: keys.key }));

const nobody = ({ key }: { key: string | null }): boolean => key === null;
const stranger = ({ key }: { key: string | null }): boolean => key?.includes('no-such-key') ?? false;
const isKnown = ({ path }: { path: string }): boolean => !path.includes('no-such-booking');

/** Only requests with `Authorization` are authenticated. */
const authorizationOnly: Fault = (serve) => async (request) =>
  request.headers.has('x-partner-key') ? Response.json(error(401), { status: 401 }) : serve(request);

const KEYS: WrongServers = {
  'ignores x-partner-key': { breaks: ['§5.1/x-partner-key'], fault: authorizationOnly },
  'answers 403 without a key': {
    breaks: ['§5.2/missing'],
    fault: answering(nobody, () => ({ status: 403, json: error(403) })),
  },
  'shows its menu without a key': {
    breaks: ['§5.2/missing'],
    fault: asking(both(nobody, isMenu), (_, { keys }) => ({ key: keys.key })),
  },
  'answers 403 to an unknown key': {
    breaks: ['§5.2/invalid'],
    fault: answering(stranger, () => ({ status: 403, json: error(403) })),
  },
  'searches a booking before it checks the key': {
    breaks: ['§5.2/missing', '§5.2/invalid'],
    fault: instead(both(either(nobody, stranger), isCancel), 404),
  },
  'lets any key book': { breaks: ['§5.4/create'], fault: allows('read-only-key', isCreate) },
  'lets any key cancel': {
    breaks: ['§5.4/cancel'],
    fault: instead(both(by('read-only-key'), isCancel), 200, { ok: true }),
  },
  'answers 401 for a missing scope': {
    breaks: ['§5.4/create', '§5.4/cancel'],
    fault: answering(by('read-only-key'), ({ status }) =>
      status === 403 ? { status: 401, json: error(401) } : {},
    ),
  },
  'shows availability to a key that may only book': {
    breaks: ['§5.3/read'],
    fault: instead(both(by('read-only-key'), isBatch), 403),
  },
};

const elsewhere = by('elsewhere-key');

const LISTS: WrongServers = {
  'returns availability outside the list': { breaks: ['§5.5/availability'], fault: openAvailability },
  'answers 404 for availability outside the list': {
    breaks: ['§5.5/availability', '§7/statuses'],
    fault: instead(both(elsewhere, isDay), 404),
  },
  'books outside the list': { breaks: ['§5.5/create'], fault: allows('elsewhere-key', isCreate) },
  'reads bookings outside the list': { breaks: ['§5.5/read'], fault: allows('elsewhere-key', isRead) },
  'answers 403 for bookings outside the list': {
    breaks: ['§5.5/read', '§5.5/cancel'],
    fault: instead(both(elsewhere, either(isRead, isCancel)), 403),
  },
  'cancels outside the list and answers 404': {
    // The booking is gone for the rules after it, too.
    breaks: ['§5.5/cancel', '§5.7/cancel'],
    fault: faults(
      answering(both(elsewhere, isCancel), () => ({ status: 404, json: error(404) })),
      allows('elsewhere-key', isCancel),
    ),
  },
  'hides menus outside the list': {
    breaks: ['D15/menu'],
    fault: instead(both(elsewhere, isMenu), 404),
  },
  'answers 404 for a location that does not exist': {
    breaks: ['D15/unknown-location'],
    fault: instead(({ path }) => path.includes('c0f0c0f0') && !path.endsWith('/menu'), 404),
  },
  'rejects bookings of a key without a list': {
    breaks: ['§5.6/create'],
    fault: instead(both(by('unlisted-key'), isCreate), 403),
  },
  'lets a key without a list read': { breaks: ['§5.6/read'], fault: allows('unlisted-key', isRead) },
  'answers 404 to a key without a list': {
    breaks: ['§5.6/read', '§5.6/cancel'],
    fault: instead(both(by('unlisted-key'), either(isRead, isCancel)), 404),
  },
  'lets a key without a list cancel': {
    breaks: ['§5.6/cancel'],
    fault: instead(both(by('unlisted-key'), isCancel), 200, { ok: true }),
  },
};

const CHANNELS: WrongServers = {
  'answers 403 for a booking of another partner': {
    breaks: ['§5.7/read', '§5.7/cancel'],
    fault: instead(both(by('second-key'), isKnown, either(isRead, isCancel)), 403),
  },
  'returns bookings to every partner': { breaks: ['§5.7/read'], fault: allows('second-key', isRead) },
  'reveals that a booking belongs to another partner': {
    breaks: ['§4.4/hidden'],
    fault: instead(both(by('second-key'), isRead, isKnown), 404, { ...error(404), message: 'Not yours.' }),
  },
  'lets every partner cancel': { breaks: ['§5.7/cancel'], fault: allows('second-key', isCancel) },
};

export const wrongServers: WrongServers = { ...KEYS, ...LISTS, ...CHANNELS };
