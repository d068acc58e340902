import {
  answering,
  type RequestInput,
  both,
  error,
  faults,
  instead,
  isCreate,
  isPost,
  saying,
  slow,
  SLOW_MS,
  takes,
} from '../faults.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

// oxlint-disable typescript/no-explicit-any -- the bodies of requests, which faults spoil

const isMade = ({ status }: { status: number }): boolean => status === 201;
const statusWhen = (which: (input: RequestInput) => boolean, from: number, to: number): Fault =>
  answering(both(isCreate, which), ({ status }) => (status === from ? { status: to, json: error(to) } : {}));

const ANSWER: WrongServers = {
  'rejects phone numbers': {
    breaks: ['§4.3/created', 'D8/blank'],
    fault: instead(
      both(isCreate, ({ body }) => body?.phone !== undefined),
      400,
    ),
  },
  'answers 200 instead of 201': {
    breaks: ['§4.3/created', '§4.3.1/last-table', '§4.3.5/simultaneous', '§4.3.5/replay-201', '§7/statuses'],
    fault: answering(isCreate, (reply) => (isMade(reply) ? { status: 200 } : {})),
  },
  'answers without an id': {
    breaks: ['§2.7/shape'],
    fault: saying(isCreate, (json) => delete json.id),
  },
  'returns numbers as booking ids': {
    breaks: ['§2.7/shape', '§4.3.5/replay-201'],
    fault: numbered(),
  },
  'returns another start than requested': {
    breaks: ['§2.7/starts-at'],
    fault: saying(isCreate, (json) => (json.startsAt = json.startsAt.replace(/T\d\d/, 'T05'))),
  },
  'returns new bookings as pending': {
    breaks: ['§2.7/confirmed'],
    fault: saying(isCreate, (json) => {
      if (json.status === 'confirmed') json.status = 'pending';
    }),
  },
  'omits the reference in its answer': {
    breaks: ['§2.7/reference'],
    fault: saying(isCreate, (json) => (json.partnerBookingRef = null)),
  },
  'returns a reference that was not sent': {
    breaks: ['§2.7/no-reference'],
    fault: saying(isCreate, (json) => (json.partnerBookingRef ??= 'none')),
  },
  'rejects a repeated reference': {
    breaks: ['§2.6/reference-reused'],
    fault: (serve, target) =>
      onceEach(({ partnerBookingRef }) => partnerBookingRef, instead(isCreate, 409))(serve, target),
  },
  'returns the manage token of a new booking': {
    breaks: ['§4.3.4/no-token'],
    fault: saying(isCreate, (json) => (json.manageToken = 'q7Zx81LmN0pR52sT9uVwXy34')),
  },
  'links to the guest’s page': {
    breaks: ['§4.3.4/no-token'],
    fault: saying(
      isCreate,
      (json) => (json.page = 'https://book.example.com/manage/q7Zx81LmN0pR52sT9uVwXy34'),
    ),
  },
};

/** Applies a fault to the second and later requests with a value. */
function onceEach(value: (body: any) => unknown, fault: Fault): Fault {
  const seen = new Set<unknown>();
  return (serve, target) => {
    const wrong = fault(serve, target);
    return async (request) => {
      const isOwn = request.method === 'POST' && request.url.endsWith('/bookings');
      const body = isOwn
        ? await request
            .clone()
            .json()
            .catch(() => ({}))
        : {};
      const known = value(body);
      if (known === undefined) return serve(request);
      const isKnown = seen.has(known);
      seen.add(known);
      return (isKnown ? wrong : serve)(request);
    };
  };
}

/** Ids on the wire are numbers. */
function numbered(): Fault {
  const ids: string[] = [];
  const numberOf = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1) + 1;
  return faults(
    saying(isCreate, (json) => (json.id = numberOf(json.id))),
    (serve) => async (request) => {
      const [, number] = /\/bookings\/(\d+)/.exec(request.url) ?? [];
      const url =
        number === undefined
          ? request.url
          : request.url.replace(/\/bookings\/\d+/, `/bookings/${ids[Number(number) - 1]}`);
      const response = await serve(new Request(url, request));
      if (number === undefined || request.method !== 'GET' || !response.ok) return response;
      return Response.json(
        { ...((await response.json()) as object), id: number },
        { headers: response.headers },
      );
    },
  );
}

/** Of two concurrent requests, the rejected one is answered with a table. */
const doubleBooking: Fault = (serve) => {
  const phantoms = new Set<string>();
  let underway = 0;
  return async (request) => {
    const [, cancelled] = /\/bookings\/(.+)\/cancel$/.exec(request.url) ?? [];
    if (cancelled !== undefined && phantoms.has(cancelled)) return Response.json({ ok: true });
    const body = await request.clone().text();
    if (!isPost(request) || body.includes('idempotencyKey')) return serve(request);
    underway += 1;
    const together = underway > 1;
    const response = await serve(request);
    underway -= 1;
    if (!together || response.status !== 409) return response;
    const id = `phantom-${phantoms.size}`;
    phantoms.add(id);
    const { startsAt, partnerBookingRef } = JSON.parse(body) as Record<string, string>;
    return Response.json({ id, startsAt, status: 'confirmed', partnerBookingRef }, { status: 201 });
  };
};

/** Rejects both of two concurrent requests, as a server that only tries to lock does. */
const nobodyWins: Fault = (serve) => {
  const underway = new Set<{ isAlone: boolean }>();
  return async (request) => {
    if (!isPost(request) || (await request.clone().text()).includes('idempotencyKey')) return serve(request);
    const mine = { isAlone: underway.size === 0 };
    for (const other of underway) other.isAlone = false;
    underway.add(mine);
    await delay(SLOW_MS);
    underway.delete(mine);
    return mine.isAlone ? serve(request) : Response.json(error(409), { status: 409 });
  };
};

const isNight = ({ body }: RequestInput): boolean => /T0[2-6]:/.test(body?.startsAt ?? '');
const isPast = ({ body }: RequestInput): boolean => (body?.startsAt ?? '9') < '2026-12';

const REFUSED: WrongServers = {
  'books the last table twice': { breaks: ['§4.3.1/last-table'], fault: faults(doubleBooking, slow) },
  'never gives the last table': { breaks: ['§4.3.1/last-table'], fault: nobodyWins },
  'answers 422 instead of 409': {
    breaks: ['§3/taken', '§3/closed', '§4.3.1/last-table', '§7/statuses', 'D8/past'],
    fault: statusWhen(() => true, 409, 422),
  },
  'answers 400 if the tables are taken': {
    breaks: ['§3/taken', '§4.3.1/last-table'],
    fault: statusWhen((input) => !isNight(input) && !isPast(input), 409, 400),
  },
  'answers 400 if the restaurant is closed': { breaks: ['§3/closed'], fault: statusWhen(isNight, 409, 400) },
  'answers 400 for past bookings': { breaks: ['D8/past'], fault: statusWhen(isPast, 409, 400) },
};

const GOOD_START = '2026-12-22T11:00:00Z';

const MALFORMED: WrongServers = {
  'answers 409 for invalid JSON': {
    breaks: ['§7/not-json'],
    fault: instead(
      both(isCreate, ({ body }) => body === undefined),
      409,
    ),
  },
  'fails on invalid JSON': {
    breaks: ['§7/not-json', '§7/statuses'],
    fault: instead(
      both(isCreate, ({ body }) => body === undefined),
      500,
    ),
  },
  'books without a start': {
    breaks: ['§2.6/starts-at-missing'],
    fault: takes(
      (body) => body && !('startsAt' in body),
      () => ({ startsAt: GOOD_START }),
    ),
  },
  'books without a party size': {
    breaks: ['§2.6/party-size-missing'],
    fault: takes(
      (body) => body && !('partySize' in body),
      () => ({ partySize: 1 }),
    ),
  },
  'books without a name': {
    breaks: ['§2.6/name-missing'],
    fault: takes(
      (body) => body && !('name' in body),
      () => ({ name: 'Guest' }),
    ),
  },
  'books without an e-mail address': {
    breaks: ['§2.6/email-missing'],
    fault: takes(
      (body) => body && !('email' in body),
      () => ({ email: 'a@example.com' }),
    ),
  },
  'accepts any text as an e-mail address': {
    breaks: ['§2.6/email'],
    fault: takes(
      (body) => body?.email === 'nobody',
      () => ({ email: 'a@example.com' }),
    ),
  },
  'accepts any text as a start': {
    breaks: ['§2.6/starts-at'],
    fault: takes(
      (body) => /tomorrow/.test(body?.startsAt),
      () => ({ startsAt: GOOD_START }),
    ),
  },
  'accepts any language': {
    breaks: ['§2.6/lang'],
    fault: takes(
      (body) => body?.lang === 'tlh',
      () => ({ lang: 'en' }),
    ),
  },
  'books without a guest': {
    breaks: ['§7/party-size'],
    fault: takes(
      (body) => body?.partySize === 0,
      () => ({ partySize: 1 }),
    ),
  },
  'reads a time without an offset as UTC': {
    breaks: ['D6/no-offset'],
    fault: takes(
      (body) => /T\d\d:\d\d:\d\d$/.test(body?.startsAt),
      ({ startsAt }) => ({ startsAt: `${startsAt}Z` }),
    ),
  },
};

export const wrongServers: WrongServers = { ...ANSWER, ...REFUSED, ...MALFORMED };
