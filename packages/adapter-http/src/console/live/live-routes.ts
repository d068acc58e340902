import type { StaffCaller } from '@bord/engine';
import { isAnswer } from '../../http/wire-error.ts';
import { type Answer, Endless } from '../../http/answer.ts';
import { sharedFor } from '../../http/shared-for.ts';
import { consoleCookies } from '../visitor.ts';
import type { ConsoleContext, ConsoleInput, PartRoutes } from '../console-route.ts';
import { changeStream } from './change-stream.ts';
import { previewAnswer } from './preview-answer.ts';
import { createStreamCounter, type StreamCounter, type StreamShare } from './stream-counter.ts';

/** How often Bord checks that the database answers, whatever the number of streams. */
const CHECK_MS = 4000;

interface StreamContext extends ConsoleContext {
  readonly isThere: () => Promise<void>;
}

/** What the script asks for, beside the pages that everybody can open. */
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

/** One member cannot take all streams. A session is one browser, which has six connections to a server at most and needs some for its pages. */
function sharesOf({ sessionId, staffId }: StaffCaller): readonly StreamShare[] {
  return [
    [sessionId, 4],
    [staffId, 32],
  ];
}

/** What changes here, as it happens; 204 where there are enough streams already, which a browser does not ask for again. */
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

/** The session has not ended, and still leads to this restaurant. */
async function isStillIn(
  { engine, publicUrl, isThere }: StreamContext,
  { headers, location }: ConsoleInput,
): Promise<boolean> {
  // Who is signed in is known for some minutes without the database, too.
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
