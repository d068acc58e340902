import { type Engine, isSandboxPartner } from '@bord/engine';
import { type Answer, type Reply, replyOf } from './answer.ts';
import { extraOf } from './extra.ts';
import type { BodyIntake, Receive } from '../node/body-intake.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { errorBody, failureAnswer } from './errors.ts';
import { type Exchange, type Listeners, openExchange, type RequestRecord } from './exchange.ts';
import type { Sent } from './field-faults.ts';
import { admit, type PathIds } from './guard.ts';
import type { HttpRequest } from '../node/http-request.ts';
import { ignoredFields } from './ignored-fields.ts';
import { OVERLOADED } from './messages.ts';
import type { Load } from './load-limits.ts';
import { type Admission, type Overload, ShedError, UNBOUNDED } from './overload.ts';
import { hasArrived, readJson } from '../node/read-body.ts';

/** What is to be done for a request. */
type Work = (exchange: Exchange, receive: Receive) => Promise<Answer>;

/** How much is taken on at a time. */
export interface Capacity {
  readonly overload: Overload;
  readonly intake: BodyIntake;
}

/** The way of every request to its reply, whichever server it came through. */
export interface Pipeline {
  /**
   * Replies with what `work` answers, or with the failure that it throws. `route` is the template for the log, such as
   * `/manage/:token`: never the path itself, which may hold what no log may know.
   */
  reply(request: HttpRequest, route: string | null, work: Work, manner?: Manner): Promise<Reply>;
  /** The answer to what was thrown while a request was worked on. */
  failed(error: unknown, exchange: Exchange): Answer;
  /** Tells of a request that is answered, and makes the reply of its answer. */
  finish(answered: Answered): Reply;
  /** Replies to a request of the partner API: the guard, then the endpoint. */
  replyTo(request: HttpRequest, endpoint: Endpoint, ids: PathIds): Promise<Reply>;
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
  /** Work of a class is shed with 503 when too much is going on; work without one is always done. */
  readonly load?: Load | undefined;
  /** Whose work it is, where the path says so. */
  readonly locationId?: string | null;
  /** What is sent instead of an answer, such as a page that tells of a fault. */
  readonly dress?: ((answer: Answer) => Answer) | undefined;
}

/** @param isLast whether the connection ends after the reply that is being made */
export function createPipeline(
  engine: Engine,
  base: string,
  { overload, intake }: Capacity,
  { onRequest, onError }: Listeners,
  isLast: () => boolean,
): Pipeline {
  const failed: Pipeline['failed'] = (error, exchange) =>
    error instanceof ShedError ? shedAnswer(error.load, exchange) : failureAnswer(error, exchange, onError);

  const finish: Pipeline['finish'] = ({ request, route, exchange, answer, startedMs, dress }) => {
    if (onRequest) tell(recordOf(request.method, route, answer, performance.now() - startedMs, exchange));
    return replyOf(dress ? dress(answer) : answer, exchange, isLast());
  };

  const reply: Pipeline['reply'] = async (request, route, work, { load, locationId = null, dress } = {}) => {
    const startedMs = performance.now();
    const exchange = openExchange(request.headers);
    let answer: Answer;
    try {
      const begin = (admission: Admission): Promise<Answer> =>
        work(exchange, receiver(request, load ?? 'reading', admission));
      answer = await (load === undefined ? begin(UNBOUNDED) : overload.run(load, locationId, begin));
    } catch (error) {
      answer = failed(error, exchange);
    }
    return finish({ request, route, exchange, answer, startedMs, dress });
  };

  const receiver =
    (request: HttpRequest, load: Load, { outside }: Admission): Receive =>
    (read, owners) =>
      hasArrived(request)
        ? read(request)
        : outside(() => intake.receive(load, owners, (signal) => read(request, signal)));

  function tell(record: RequestRecord): void {
    try {
      onRequest?.(record);
    } catch (error) {
      onError(error, record.requestId); // a log that fails must not unsay a booking
    }
  }

  return {
    reply,
    failed,
    finish,
    replyTo: (request, endpoint, ids) => {
      const locationId = ids['locationId']?.toLowerCase() ?? null;
      return reply(
        request,
        base + endpoint.path,
        async (exchange, receive) => {
          const caller = await admit(engine, endpoint, request, ids, exchange);
          const id = exchange.locationId ?? Object.values(ids)[0] ?? '';
          const body = (): Promise<unknown> => receive(readJson, [caller.keyId]);
          const extra = extraOf(overload, locationId, (error) => onError(error, exchange.requestId));
          const onSent = isSandboxPartner(caller.partner)
            ? (sent: Sent) => (exchange.ignoredFields = [...exchange.ignoredFields, ...ignoredFields(sent)])
            : undefined;
          return endpoint.respond({ engine, caller, id, request, readJson: body, onSent, extra });
        },
        { load: endpoint.load, locationId },
      );
    },
    unreadable: (requestId, status) => tell({ ...UNREADABLE, requestId, status }),
  };
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
  { requestId, caller, locationId, shed }: Exchange,
): RequestRecord {
  const { keyId = null, partner = null } = caller ?? {};
  const bookedAt = about?.locationId ?? locationId;
  const action = about?.action ?? null;
  return { requestId, method, route, status, durationMs, keyId, partner, locationId: bookedAt, action, shed };
}
