import type { StaffCaller } from '@bord/engine';
import { isAnswer } from '../../http/wire-error.ts';
import { type Answer, Endless } from '../../http/answer.ts';
import { sharedFor } from '../../http/shared-for.ts';
import { consoleCookies } from '../visitor.ts';
import type { ConsoleContext, ConsoleInput, PartRoutes } from '../console-route.ts';
import { changeStream } from './change-stream.ts';
import { previewAnswer } from './preview-answer.ts';
import { createStreamCounter, type StreamCounter, type StreamShare } from './stream-counter.ts';

/** How often Bord checks that the database answers, for all streams together. */
const CHECK_MS = 4000;

interface StreamContext extends ConsoleContext {
  readonly isThere: () => Promise<void>;
}

/** The routes of the script. */
export const liveRoutes: PartRoutes = (context) => {
  const counter = createStreamCounter(STREAMS_MAX);
  const isThere = sharedFor(CHECK_MS, () => context.engine.health.check());
  return [
    {
      path: '/console/:location/live',
      read: async (input) => streamAnswer({ ...context, isThere }, counter, input),
    },
    { path: '/console/:location/bookings/:id/preview', read: previewAnswer },
  ];
};

const STREAMS_MAX = 1000;

/** One member cannot take all streams. A session is one browser, which has at most six connections to a server and needs some for its pages. */
function sharesOf({ sessionId, staffId }: StaffCaller): readonly StreamShare[] {
  return [
    [sessionId, 4],
    [staffId, 32],
  ];
}

/** The stream of changes; 204 if the limit is reached, after which a browser does not reconnect. */
function streamAnswer(context: StreamContext, counter: StreamCounter, input: ConsoleInput): Answer {
  const { house, caller } = input;
  const close = counter.open(...sharesOf(caller));
  if (!close) return { status: 204, type: 'text/plain', body: '' };
  const body = new Endless((leaving) =>
    changeStream({
      watch: (listener) => house.watch(listener),
      mayStay: () => isStillIn(context, input),
      watchAccess: (listener) => context.engine.signIn.watch(listener),
      leaving,
      onEnd: close,
    }),
  );
  return {
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body,
    headers: ['x-accel-buffering', 'no'],
  };
}

/** The session is active, and still has access to this restaurant. */
async function isStillIn(
  { engine, publicUrl, isThere }: StreamContext,
  { headers, location }: ConsoleInput,
): Promise<boolean> {
  // Sessions are cached for some minutes, so check that the database answers.
  await isThere();
  const session = consoleCookies(publicUrl()).read(headers.get('cookie'), 'session');
  try {
    const { roles } = await engine.signIn.caller(session ?? '');
    return roles.some(({ locationId }) => locationId === location.id);
  } catch (error) {
    if (isAnswer(error)) return false;
    throw error;
  }
}
