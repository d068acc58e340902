/** The path of every request to its reply, from any server. */
import { randomBytes } from 'node:crypto';
import type { Engine } from '@bord/engine';
import { type Answer, Endless, type Headers, Pieces, type Reply } from './answer.ts';
import { errorBody, failureAnswer } from './errors.ts';
import type { Exchange, Listeners, RequestRecord } from './exchange.ts';
import type { HttpRequest } from './http-request.ts';
import { ignoredFieldsHeader } from './ignored-fields.ts';
import { type Admission, type Load, type Overload, ShedError, UNBOUNDED } from './load.ts';
import { isFollowed } from './node-listener.ts';
import type { BodyIntake, Receive } from './read-body.ts';
import { noteFailure } from './request-failure.ts';
import { wireError } from './wire-error.ts';
import type { Handler, PathIds } from './router.ts';

/** The work for a request. `receive` reads its body; `outside` is that of its {@link Admission}. */
export type PipelineWork = (
  request: HttpRequest,
  ids: PathIds,
  receive: Receive,
  exchange: Exchange,
  outside: Admission['outside'],
) => Promise<Answer>;

export interface Capacity {
  readonly overload: Overload;
  readonly intake: BodyIntake;
}

export interface Pipeline {
  /**
   * Replies to requests of a route with the answer or the failure of `work`. A path parameter `locationId` names the location of the work.
   * @param route the template for the log, never the path, which can contain secrets
   */
  handler(route: string | null, work: PipelineWork, manner: Manner): Handler;
  /** The answer to an error. */
  failed(error: unknown, exchange: Exchange): Answer;
  /** Reports an answered request, and returns the reply. */
  finish(answered: Answered): Reply;
  /** Reports input that was answered 400 because it was not a valid request. */
  unreadable(requestId: string, status: number): void;
}

interface Answered {
  readonly request: HttpRequest;
  readonly route: string | null;
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** When it started, by `performance.now`. */
  readonly startedMs: number;
  readonly dress?: Manner['dress'];
}

interface Manner {
  /** Work of a class is shed with 503 under overload. Null, only for `/healthz` and `/readyz`: never shed. */
  readonly load: Load | null;
  /** Replaces an answer without a type, for example by an error page. */
  readonly dress?: ((answer: Answer, request: HttpRequest) => Answer) | undefined;
}

interface EveryReply {
  /** Aborted when the server shuts down: from then on each connection ends with a reply. */
  readonly leaving: AbortSignal;
  /** Headers, names and values in turn. */
  readonly always: Headers;
}

export function createPipeline(
  engine: Engine,
  { overload, intake }: Capacity,
  { onRequest, onError }: Listeners,
  { leaving, always }: EveryReply,
): Pipeline {
  function tell(record: RequestRecord): void {
    try {
      onRequest?.(record);
    } catch (error) {
      onError(error, record.requestId); // a failed log must not fail a booking
    }
  }

  const failed: Pipeline['failed'] = (thrown, exchange) => {
    const error = wireError(thrown);
    if (error instanceof ConnectionClosed) return UNSENT;
    if (error instanceof ShedError) return shedAnswer(error.load, exchange);
    noteFailure(error, exchange);
    return failureAnswer(error, exchange, onError);
  };

  const finish: Pipeline['finish'] = ({ request, route, exchange, answer, startedMs, dress }) => {
    if (onRequest) tell(recordOf(request.method, route, answer, performance.now() - startedMs, exchange));
    const { response } = request;
    // A connection that ends before its pipelined requests are answered would lose them.
    const isLast = leaving.aborted && !(response && isFollowed(response));
    const dressed = dress && answer.type === undefined ? dress(answer, request) : answer;
    return replyOf(dressed, exchange, isLast, always);
  };

  return {
    failed,
    finish,
    handler:
      (route, work, { load, dress }) =>
      async (request, ids) => {
        const startedMs = performance.now();
        const exchange = openExchange(request.headers);
        const isGone = (): boolean => request.response?.closed ?? false;
        const begin = ({ outside }: Admission): Promise<Answer> => {
          if (request.response?.closed) throw new ConnectionClosed();
          const receive: Receive = (read, owners) =>
            intake.receive({ load: load ?? 'reading', owners, outside }, request, read);
          return engine.inTime(startedMs, () => work(request, ids, receive, exchange, outside), isGone);
        };
        let answer: Answer;
        try {
          const locationId = ids['locationId']?.toLowerCase() ?? null;
          answer = await (load === null
            ? begin(UNBOUNDED)
            : overload.run(load, locationId, begin, request.response));
        } catch (error) {
          answer = failed(error, exchange);
        }
        return finish({ request, route, exchange, answer, startedMs, dress });
      },
    unreadable: (requestId, status) => tell({ ...UNREADABLE, requestId, status }),
  };
}

const NONE: readonly string[] = [];

export function openExchange(headers: Pick<globalThis.Headers, 'get'>): Exchange {
  return {
    requestId: requestIdOf(headers),
    caller: null,
    rate: null,
    locationId: null,
    shed: null,
    failure: null,
    rejectedKey: null,
    ignoredFields: NONE,
  };
}

/** 1–128 letters, digits, dots, underscores and hyphens: safe for a log and a header. Texts that look like a secret are rejected. */
const SANE_ID = /^(?!bord_|whsec_)[\w.-]{1,128}$/;

/** Random per process; a counter makes each request id unique. */
const ORIGIN = randomBytes(6).toString('hex');
let made = 0;

/** The caller's `x-request-id` if it is safe, otherwise a new one. */
export function requestIdOf(headers: Pick<globalThis.Headers, 'get'>): string {
  const given = headers.get('x-request-id');
  if (given !== null && SANE_ID.test(given)) return given;
  made += 1;
  return `${ORIGIN}-${made.toString(36)}`;
}

/** The connection of a request has closed before its work began: the client cannot read the answer. */
export class ConnectionClosed extends Error {}

/** The answer to a request whose connection has closed: only the log and the metrics show it. */
const UNSENT: Answer = { status: 499, body: '' };

const UNREADABLE: Omit<RequestRecord, 'requestId' | 'status'> = {
  method: '-',
  route: null,
  durationMs: 0,
  keyId: null,
  partner: null,
  locationId: null,
  action: null,
  shed: null,
  failure: { code: 'not_http', fields: [], cause: null },
};

const OVERLOADED_BODY = Buffer.from(JSON.stringify(errorBody('overloaded')));

/** Seconds to wait after a 503: random, so that clients do not retry at the same time. */
const RETRY_SECONDS_MAX = { batch: 4, pages: 3, reading: 3, booking: 2 } as const satisfies Record<
  Load,
  number
>;

function shedAnswer(load: Load, exchange: Exchange): Answer {
  exchange.shed = load;
  const seconds = 1 + Math.floor(Math.random() * RETRY_SECONDS_MAX[load]);
  return { status: 503, body: OVERLOADED_BODY, headers: ['retry-after', `${seconds}`] };
}

function recordOf(
  method: string,
  route: string | null,
  { status, about }: Answer,
  durationMs: number,
  { requestId, caller, rejectedKey, locationId: seen, shed, failure }: Exchange,
): RequestRecord {
  const { keyId = null, partner = null } = caller ?? about?.caller ?? rejectedKey ?? {};
  const locationId = about?.locationId ?? seen;
  const action = about?.action ?? null;
  return { requestId, method, route, status, durationMs, keyId, partner, locationId, action, shed, failure };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The answer with the headers of every answer, `always` of this server, and the caller's rate limit once it is known (D17). */
function replyOf(answer: Answer, exchange: Exchange, isLast: boolean, always: Headers): Reply {
  const { status, type = JSON_TYPE, cacheControl = 'no-store' } = answer;
  const { body: given } = answer;
  const body =
    given instanceof Uint8Array || given instanceof Pieces || given instanceof Endless
      ? given
      : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given));
  const headers = ['content-type', type];
  if (body instanceof Uint8Array && status !== 304) headers.push('content-length', `${body.byteLength}`);
  headers.push('cache-control', cacheControl, 'x-content-type-options', 'nosniff', ...always);
  headers.push('x-request-id', exchange.requestId);
  const { caller, rate } = exchange;
  if (caller && rate) {
    headers.push('ratelimit-limit', `${caller.rateLimit}`);
    headers.push('ratelimit-remaining', `${rate.remaining}`);
    headers.push('ratelimit-reset', `${Math.ceil(Math.max(0, rate.resetMs) / 1000)}`);
  }
  if (exchange.ignoredFields.length > 0)
    headers.push('ignored-fields', ignoredFieldsHeader(exchange.ignoredFields));
  if (answer.headers) headers.push(...answer.headers);
  if (isLast) headers.push('connection', 'close');
  return { status, headers, body };
}
