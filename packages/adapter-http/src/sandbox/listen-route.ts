/**
 * The route from which `bord webhooks listen` fetches events; it is not in the specification. A request without a session starts one, others wait
 * for events.
 */
import { BookingError, type Engine, EVENT_TYPES, type ListenedEvents } from '@bord/engine';
import { isSandboxPartner } from '@bord/engine/adapters';
import * as z from 'zod';
import { type Answer, Endless } from '../http/answer.ts';
import { assertEnabled, keyOf } from '../api/guard.ts';
import type { PartnerApi, Work } from '../http/partner-api.ts';
import { validate } from '../api/endpoints/endpoint.ts';
import { readJson } from '../http/read-body.ts';
import { createStreamCounter, type StreamCounter } from '../console/live/stream-counter.ts';

const WISH = z.object({
  /** Absent: starts a session. */
  session: z.string().optional(),
  /** The event types of a new session. */
  events: z.array(z.enum(EVENT_TYPES)).optional(),
  /** Receipts of the received events. */
  taken: z.array(z.string()).optional(),
  end: z.boolean().optional(),
});

/** Shorter than the timeouts of proxies. */
const WAIT_MS = 25_000;

/** Per key: the end of the previous request might not be detected yet. */
const WAITING_EACH = 2;
const WAITING_MAX = 500;

/** Adds `{base}/sandbox/listen`. */
export function mountListening(api: Pick<PartnerApi, 'route'>, engine: Engine, basePath: string): void {
  const work = listenWork(engine, createStreamCounter(WAITING_MAX));
  api.route(`${basePath}/sandbox/listen`, { POST: work }, { load: 'reading' });
}

function listenWork(engine: Engine, counter: StreamCounter): Work {
  return async (request, _, receive) => {
    await assertEnabled(engine);
    const caller = await engine.authenticate(keyOf(request));
    if (!isSandboxPartner(caller.partner)) throw new BookingError('not_sandbox');
    const wish = validate(WISH, await receive(readJson, [caller.keyId]));
    const { session: sessionId, events, taken = [], end = false } = wish;
    const listening = engine.sandbox.listening(caller);
    if (sessionId === undefined) {
      const begun = await listening.begin({ eventTypes: events ?? null });
      return {
        status: 201,
        body: { session: begun.sessionId, secret: begun.secret, events: begun.eventTypes },
      };
    }
    if (end) {
      await listening.end({ sessionId, taken });
      return { status: 200, body: { events: [] } };
    }
    const first = await listening.next({ sessionId, taken });
    if (first.kind !== 'events' || first.events.length > 0) return { status: 200, body: shown(first) };
    return answeredLater(
      (signal) => listening.next({ sessionId, waitMs: WAIT_MS, signal }),
      () => counter.open([caller.keyId, WAITING_EACH]),
    );
  };
}

function shown(next: ListenedEvents): object {
  return next.kind === 'events' ? { events: next.events } : { events: [], over: next.kind };
}

const NONE: ListenedEvents = { kind: 'events', events: [] };

/**
 * The answer waits without a place, until the server stops or the client disconnects. The next request reports an error of the wait.
 * @param enter counts a waiting request until the result is called; null: the limit is reached, and the answer is immediate
 */
function answeredLater(
  next: (signal: AbortSignal) => Promise<ListenedEvents>,
  enter: () => (() => void) | null,
): Answer {
  const body = new Endless((leaving) => {
    const gone = new AbortController();
    const leave = enter();
    const waited = leave
      ? next(AbortSignal.any([leaving, gone.signal]))
          .catch(() => NONE)
          .finally(leave)
      : Promise.resolve(NONE);
    let isSent = false;
    return {
      async next() {
        if (isSent) return { done: true, value: undefined };
        isSent = true;
        return { done: false, value: Buffer.from(JSON.stringify(shown(await waited))) };
      },
      async return() {
        gone.abort();
        return { done: true, value: undefined };
      },
    };
  });
  return { status: 200, body };
}
