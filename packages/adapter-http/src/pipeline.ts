import type { Engine } from '@bord/engine';
import { type Answer, type Reply, replyOf } from './answer.ts';
import { failureAnswer } from './errors.ts';
import { type Exchange, openExchange, type RequestRecord } from './exchange.ts';
import { admit, type PathIds } from './guard.ts';
import type { Asked } from './operations.ts';
import type { Route } from './routes.ts';

/** Whom to tell what. */
export interface Listeners {
  /** Told of each answered request, just before its answer goes out. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Told of what went wrong on our side (500, and 503 for storage that does not answer). */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** The way of every request to its reply, whichever server and router it came through. */
export interface Pipeline {
  /** Replies with what `work` answers, or with the failure that it throws. `route` is the template for the log. */
  reply(
    request: Opening,
    route: string | null,
    work: (exchange: Exchange) => Promise<Answer>,
  ): Promise<Reply>;
  /** Replies to a request of the partner API: the guard, then the operation. */
  replyTo(request: Opening & Asked, route: Route, ids: PathIds): Promise<Reply>;
}

type Opening = Pick<Asked, 'headers'> & { readonly method: string };

/** @param isLast whether the connection ends after the reply that is being made */
export function createPipeline(
  engine: Engine,
  base: string,
  { onRequest, onError }: Listeners,
  isLast: () => boolean,
): Pipeline {
  async function reply(
    request: Opening,
    route: string | null,
    work: (exchange: Exchange) => Promise<Answer>,
  ): Promise<Reply> {
    const startedMs = onRequest ? performance.now() : 0;
    const exchange = openExchange(request.headers);
    let answer: Answer;
    try {
      answer = await work(exchange);
    } catch (error) {
      answer = failureAnswer(error, exchange, onError);
    }
    try {
      onRequest?.(recordOf(request.method, route, answer.status, performance.now() - startedMs, exchange));
    } catch (error) {
      onError(error, exchange.requestId); // a log that fails must not unsay a booking
    }
    return replyOf(answer, exchange, isLast());
  }

  return {
    reply,
    replyTo: (request, route, ids) =>
      reply(request, base + route.path, async (exchange) => {
        const caller = await admit(engine, route, request.headers, ids, exchange);
        const id = exchange.locationId ?? ids['bookingId'] ?? '';
        return route.operation({ engine, caller, id, request });
      }),
  };
}

function recordOf(
  method: string,
  route: string | null,
  status: number,
  durationMs: number,
  { requestId, caller, locationId }: Exchange,
): RequestRecord {
  const { keyId = null, partner = null } = caller ?? {};
  return { requestId, method, route, status, durationMs, keyId, partner, locationId };
}
