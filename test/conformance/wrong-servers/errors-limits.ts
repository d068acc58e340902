import { BASE } from '../../support/world.ts';
import { answering, error, faults, instead, isRead } from '../faults.ts';
import { demoPlan } from '../../support/world.ts';
import { fixtures } from '@bord/engine/testing';
import type { Fault, Serve } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const errors = (change: (json: { statusCode: unknown; message: unknown }) => object): Fault =>
  answering(
    () => true,
    ({ status, json }) => (status < 400 ? {} : { json: change(json) }),
  );

const BASES: WrongServers = {
  'serves another base path': {
    breaks: ['§9/base-path'],
    settings: { baseUrl: 'http://127.0.0.1/api' },
    fault: (serve) => async (request) => serve(new Request(request.url.replace('/api', BASE), request)),
  },
  'serves plain HTTP on a public host': {
    breaks: ['§4/https'],
    settings: { baseUrl: `http://book.example.com${BASE}` },
  },
};

const ERRORS: WrongServers = {
  'sends errors as plain text': {
    breaks: ['§4/json'],
    fault: answering(
      () => true,
      ({ status, headers }) => {
        if (status >= 400) headers.set('content-type', 'text/plain');
      },
    ),
  },
  'answers an unknown booking with an HTML page': {
    breaks: ['§4/json', '§2.11/shape'],
    fault: answering(isRead, ({ status, headers }) => {
      if (status !== 404) return {};
      headers.set('content-type', 'text/html');
      return { json: '<h1>Not Found</h1>' };
    }),
  },
  'wraps errors in another object': {
    breaks: ['§2.11/shape', '§8/rate-limit', 'D18/method', 'D18/unknown-path'],
    fault: errors((json) => ({ error: json })),
  },
  'writes statusCode as text': {
    breaks: ['§2.11/shape', '§8/rate-limit', 'D18/method', 'D18/unknown-path'],
    fault: errors((json) => ({ ...json, statusCode: `${json.statusCode as number}` })),
  },
  'writes code as a number': {
    breaks: ['§2.11/shape', '§8/rate-limit', 'D18/method', 'D18/unknown-path'],
    fault: errors((json) => ({ ...json, code: 7 })),
  },
  'returns one statusCode for all errors': {
    breaks: ['§2.11/status-code'],
    fault: errors((json) => ({ ...json, statusCode: 400 })),
  },
  'answers unknown paths without a body': {
    breaks: ['D18/unknown-path'],
    fault: instead(({ path }) => path.includes('no-such-path'), 404, {}),
  },
  'answers 404 instead of 405': {
    breaks: ['D18/method'],
    fault: instead(({ method }) => method === 'DELETE', 404),
  },
};

/** Answers so many more requests once the limit is reached. */
const late = (more: number): Fault => {
  let left = more;
  return answering(
    () => true,
    ({ status }) => (status === 429 && left-- > 0 ? { status: 404, json: error(404) } : {}),
  );
};

/** Counts the requests of unknown keys, too. */
const countsAll: Fault = (serve: Serve) => {
  let isOver = false;
  return async (request) => {
    const response = await serve(request);
    isOver ||= response.status === 429;
    return isOver && response.status === 401 ? Response.json(error(429), { status: 429 }) : response;
  };
};

const without = (name: string): Fault =>
  answering(
    () => true,
    ({ headers }) => headers.delete(name),
  );

const table = fixtures.aTable;
const { tables, ...floorPlan } = demoPlan.floorPlan;

const LIMITS: WrongServers = {
  'does not return the rest of a rate limit': {
    breaks: ['D17/headers'],
    fault: faults(without('ratelimit-limit'), without('ratelimit-remaining'), without('ratelimit-reset')),
  },
  'lacks a rate limit': {
    breaks: ['§8/rate-limit'],
    fault: (serve, target) => late(Infinity)(serve, target),
  },
  'allows three requests more than its limit': {
    breaks: ['§8/rate-limit'],
    fault: (serve, target) => late(3)(serve, target),
  },
  'omits Retry-After': { breaks: ['D17/retry-after'], fault: without('retry-after') },
  'counts requests with an unknown key': { breaks: ['§5.2/not-counted'], fault: countsAll },
  'opens its sandbox at noon': {
    breaks: ['§8/sandbox-hours'],
    plan: { servicePeriods: [fixtures.aPeriod({ opensMinute: 720, closesMinute: 1320 })] },
  },
  'lacks a table for six in its sandbox': {
    breaks: ['§8/sandbox-sizes'],
    plan: { floorPlan: { ...floorPlan, tables: tables.filter(({ id }) => id !== 'T3') } },
  },
  'has two tables for six in its sandbox': {
    breaks: ['§8/sandbox-six'],
    plan: { floorPlan: { ...floorPlan, tables: [...tables, table('T5', { seatsMin: 6, seatsMax: 6 })] } },
  },
};

export const wrongServers: WrongServers = { ...BASES, ...ERRORS, ...LIMITS };
