import {
  answering,
  both,
  by,
  error,
  faults,
  instead,
  isCancel,
  isCreate,
  isPost,
  type RequestInput,
  saying,
  slow,
  asking,
  takes,
} from '../faults.ts';
import type { Fault, Serve } from '../target.ts';
import type { WrongServers } from './wrong-server.ts';

const isKeyed = ({ body }: RequestInput): boolean => body?.idempotencyKey !== undefined;

/** The idempotency key that is written in a body. */
const keyIn = (text: string): string | undefined => /"idempotencyKey":"([^"]*)"/.exec(text)?.[1];

/** The second of two requests with one key is asked to retry later. */
const oneAtATime: Fault = (serve) => {
  const underway = new Set<string>();
  return async (request) => {
    const key = isPost(request) ? keyIn(await request.clone().text()) : undefined;
    if (key === undefined) return serve(request);
    if (underway.has(key)) return Response.json(error(409), { status: 409 });
    underway.add(key);
    const response = await serve(request);
    underway.delete(key);
    return response;
  };
};

/** Repeats the first answer for an equal request. */
const sameBody: Fault = (serve: Serve) => {
  const responses = new Map<string, Response>();
  return async (request) => {
    const body = await request.clone().text();
    const known = isPost(request) && request.headers.has('authorization') ? responses.get(body) : undefined;
    if (known) return known.clone();
    const response = await serve(request);
    if (isPost(request) && response.status === 201 && !body.includes('idempotencyKey'))
      responses.set(body, response.clone());
    return response;
  };
};

let strangers = 0;

export const wrongServers: WrongServers = {
  'rejects an optional text that is empty': {
    breaks: ['D8/blank'],
    fault: instead(
      both(isCreate, ({ body }) => body?.phone === ''),
      400,
    ),
  },
  'rejects idempotency keys of more than 100 characters': {
    breaks: ['§4.3.5/key-120'],
    fault: instead(
      both(isCreate, ({ body }) => body?.idempotencyKey?.length > 100),
      400,
    ),
  },
  'shortens idempotency keys that are too long': {
    breaks: ['§4.3.5/key-121'],
    fault: takes(
      (body) => body?.idempotencyKey?.length > 120,
      ({ idempotencyKey }) => ({ idempotencyKey: idempotencyKey.slice(0, 120) }),
    ),
  },
  'rejects the second request with one key': {
    breaks: ['§4.3.5/simultaneous'],
    fault: faults(oneAtATime, slow),
  },
  'ignores idempotency keys': {
    // The second request finds the last table taken, or makes its own booking.
    breaks: [
      '§4.3.5/simultaneous',
      '§4.3.5/replay',
      '§4.3.5/replay-cancelled',
      '§4.3.6/shared',
      '§5.6/create',
    ],
    fault: takes(
      (body) => body?.idempotencyKey?.length <= 120,
      () => ({ idempotencyKey: undefined }),
    ),
  },
  'answers a replay with 200': {
    breaks: ['§4.3.5/simultaneous', '§4.3.5/replay-201', '§7/statuses'],
    fault: answering(isCreate, ({ headers }) => (headers.has('idempotent-replayed') ? { status: 200 } : {})),
  },
  'returns another id on a replay': {
    breaks: [
      '§4.3.5/simultaneous',
      '§4.3.5/replay',
      '§4.3.5/replay-cancelled',
      '§4.3.6/shared',
      '§5.6/create',
    ],
    fault: faults(
      instead(
        both(isCancel, ({ path }) => path.includes('stranger')),
        200,
        { ok: true },
      ),
      answering(isCreate, ({ headers, json }) =>
        headers.has('idempotent-replayed') ? { json: { ...json, id: `stranger-${strangers++}` } } : {},
      ),
    ),
  },
  'omits the replay header': {
    breaks: ['D10/header'],
    fault: answering(isCreate, ({ headers }) => headers.delete('idempotent-replayed')),
  },
  'replays its first answer': {
    breaks: ['§4.3.5/replay-cancelled'],
    fault: saying(both(isCreate, isKeyed), (json) => (json.status = 'confirmed')),
  },
  'treats equal requests without an idempotency key as one': { breaks: ['§4.3.5/no-key'], fault: sameBody },
  'separates idempotency keys by partner': {
    breaks: ['§4.3.6/shared'],
    fault: asking(both(isCreate, isKeyed, by('second-key')), ({ body }) => ({
      body: { ...body, idempotencyKey: 'theirs' },
    })),
  },
};
