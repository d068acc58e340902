import { type Engine, isSandboxPartner } from '@bord/engine';
import { type Answer, type Headers, type Reply, replyOf } from '../http/answer.ts';
import { type Extra, extraOf } from '../http/extra.ts';
import type { BodyIntake, Receive } from '../http/body-intake.ts';
import { isFollowed } from '../http/connection-queue.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { errorBody, failureAnswer } from '../http/errors.ts';
import { type Exchange, type Listeners, openExchange, type RequestRecord } from '../http/exchange.ts';
import { admit } from './guard.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { ignoredFields, type Sent } from '../http/ignored-fields.ts';
import { OVERLOADED } from '../http/messages.ts';
import type { Load } from '../http/load-limits.ts';
import { noteFailure } from '../http/request-failure.ts';
import { type Admission, type Overload, ShedError, UNBOUNDED } from '../http/overload.ts';
import type { Handler } from '../http/router.ts';
import { hasArrived, readJson } from '../http/read-body.ts';

/** What is to be done for a request. `outside` is that of its {@link Admission}. */
type Work = (exchange: Exchange, receive: Receive, outside: Admission['outside']) => Promise<Answer>;

/** How much is taken on at a time. */
export interface Capacity {
  readonly overload: Overload;
  readonly intake: BodyIntake;
}

/** The way of every request to its reply, whichever server it came through. */
export interface Pipeline {
  /** Replies with the answer or the failure of `work`. `route` is the template for the log, never the path, which may hold secrets. */
  reply(request: HttpRequest, route: string | null, work: Work, manner: Manner): Promise<Reply>;
  /** The answer to what was thrown while a request was worked on. */
  failed(error: unknown, exchange: Exchange): Answer;
  /** Tells of a request that is answered, and makes the reply of its answer. */
  finish(answered: Answered): Reply;
  /** Replies to requests of an endpoint: the guard, then the endpoint. */
  handlerOf(endpoint: Endpoint): Handler;
  /** To be told of what was answered 400 before it became a request. */
  unreadable(requestId: string, status: number): void;
}

/** A request with its answer. */
interface Answered {
  readonly request: HttpRequest;
  readonly route: string | null;
  readonly exchange: Exchange;
  readonly answer: Answer;
  /** When it began, by `performance.now`. */
  readonly startedMs: number;
  /** As in {@link Manner}. */
  readonly dress?: Manner['dress'];
}

/** How a request is answered. */
interface Manner {
  /** Work of a class is shed with 503 when too much is going on. Null, for `/healthz` and `/readyz` only: it is always done. */
  readonly load: Load | null;
  /** Whose work it is, where the path says so. */
  readonly locationId?: string | null;
  /** What is sent instead of an answer, such as a page that tells of a fault. */
  readonly dress?: ((answer: Answer) => Answer) | undefined;
}

/** What every reply of a server has. */
interface EveryReply {
  /** Aborted when the server is about to leave: from then on each connection ends with a reply. */
  readonly leaving: AbortSignal;
  /** Headers, names and values in turn. */
  readonly always: Headers;
}

/** The pipeline of one server. */
export function createPipeline(
  engine: Engine,
  base: string,
  { overload, intake }: Capacity,
  listeners: Listeners,
  { leaving, always }: EveryReply,
): Pipeline {
  const { onRequest, onError } = listeners;
  const tell = (record: RequestRecord): void => tellOf(record, listeners);
  const failed: Pipeline['failed'] = (error, exchange) => {
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
    return replyOf(dress ? dress(answer) : answer, exchange, isLast, always);
  };

  const reply: Pipeline['reply'] = async (request, route, work, { load, locationId = null, dress }) => {
    const startedMs = performance.now();
    const exchange = openExchange(request.headers);
    let answer: Answer;
    try {
      const begin = (admission: Admission): Promise<Answer> => {
        assertConnected(request);
        const receive = receiverOf(intake, request, load ?? 'reading', admission);
        const isGone = (): boolean => request.response?.closed ?? false;
        return engine.inTime(startedMs, () => work(exchange, receive, admission.outside), isGone);
      };
      answer = await (load === null
        ? begin(UNBOUNDED)
        : overload.run(load, locationId, begin, request.response));
    } catch (error) {
      answer = failed(error, exchange);
    }
    return finish({ request, route, exchange, answer, startedMs, dress });
  };

  return {
    reply,
    failed,
    finish,
    handlerOf: (endpoint) => (request, ids) => {
      const locationId = ids['locationId']?.toLowerCase() ?? null;
      return reply(
        request,
        base + endpoint.path,
        async (exchange, receive) => {
          const { caller, partner } = await admit(engine, endpoint, request, ids, exchange);
          const id = exchange.locationId ?? Object.values(ids)[0] ?? '';
          const body = (): Promise<unknown> => receive(readJson, [caller.keyId]);
          const extra: Extra = (find) =>
            extraOf(overload, locationId, (error) => onError(error, exchange.requestId))(find);
          const onSent = isSandboxPartner(caller.partner)
            ? (sent: Sent) => (exchange.ignoredFields = [...exchange.ignoredFields, ...ignoredFields(sent)])
            : undefined;
          return endpoint.respond({ partner, id, request, readJson: body, onSent, extra });
        },
        { load: endpoint.load, locationId },
      );
    },
    unreadable: (requestId, status) => tell({ ...UNREADABLE, requestId, status }),
  };
}

function tellOf(record: RequestRecord, { onRequest, onError }: Listeners): void {
  try {
    onRequest?.(record);
  } catch (error) {
    onError(error, record.requestId); // a log that fails must not unsay a booking
  }
}

class ConnectionClosed extends Error {}

/** Throws when the connection of a request has closed before its work began: the client cannot read the answer. */
export function assertConnected({ response }: HttpRequest): void {
  if (response?.closed) throw new ConnectionClosed();
}

/** The answer to a request whose connection has closed: only the log and the metrics show it. */
const UNSENT: Answer = { status: 499, body: '' };

function receiverOf(intake: BodyIntake, request: HttpRequest, load: Load, { outside }: Admission): Receive {
  return (read, owners) =>
    hasArrived(request)
      ? read(request)
      : outside(() => intake.receive(load, owners, (signal) => read(request, signal)));
}

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

const OVERLOADED_BODY = Buffer.from(JSON.stringify(errorBody(503, OVERLOADED)));

/** Seconds to wait after a 503: not the same for all, or they would all come back at once. */
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
  { requestId, caller, rejectedKey, locationId, shed, failure }: Exchange,
): RequestRecord {
  const { keyId = null, partner = null } = caller ?? rejectedKey ?? {};
  const bookedAt = about?.locationId ?? locationId;
  const action = about?.action ?? null;
  return {
    requestId,
    method,
    route,
    status,
    durationMs,
    keyId,
    partner,
    locationId: bookedAt,
    action,
    shed,
    failure,
  };
}
