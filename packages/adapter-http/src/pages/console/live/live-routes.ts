import { BookingError } from '@bord/engine';
import { type Answer, Endless } from '../../../api/answer.ts';
import { consoleCookies } from '../console-cookies.ts';
import type { ConsoleContext, ConsoleInput, PartRoutes } from '../console-route.ts';
import { changeStream } from './change-stream.ts';
import { previewAnswer } from './preview-answer.ts';
import { createStreamCounter, type StreamCounter } from './stream-counter.ts';

/** What the script asks for, beside the pages that everybody can open. */
export const liveRoutes: PartRoutes = (context) => {
  const counter = createStreamCounter();
  return [
    {
      path: '/console/:location/live',
      read: async (input) => streamAnswer(context, counter, input),
      lasts: true,
    },
    { path: '/console/:location/bookings/:id/preview', read: previewAnswer },
  ];
};

/** What changes here, as it happens; 204 where there are enough streams already, which a browser does not ask for again. */
function streamAnswer(context: ConsoleContext, counter: StreamCounter, input: ConsoleInput): Answer {
  const { house, caller } = input;
  const close = counter.open(caller.sessionId);
  if (!close) return { status: 204, type: 'text/plain', body: '' };
  const mayStay = (): Promise<boolean> => isStillIn(context, input);
  const body = new Endless((leaving) =>
    changeStream({ watch: (listener) => house.watch(listener), mayStay, leaving, onEnd: close }),
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
  { engine, publicUrl }: ConsoleContext,
  { headers, location }: ConsoleInput,
): Promise<boolean> {
  const session = consoleCookies(publicUrl()).read(headers, 'session');
  try {
    const { roles } = await engine.signIn.caller(session ?? '');
    return roles.some(({ locationId }) => locationId === location.id);
  } catch (error) {
    if (BookingError.is(error) && error.code !== 'unavailable') return false;
    throw error;
  }
}
