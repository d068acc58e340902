import { BookingError, type Booking, type Closure, isLive } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { holdText } from '../bookings/hold-text.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { closureInterval, closureText, datesAround, readClosure, typedClosure } from './closure-dates.ts';
import { type ClosureForm, closuresContent, NO_CLOSURE, openAgainContent } from './closures-page.ts';
import { type HouseInput, housePage, type HouseRoute } from './house-frame.ts';

/** The number of bookings in a closure that are listed. */
const NAMED_MAX = 200;

export const CLOSURES_ROUTES: readonly HouseRoute[] = [
  {
    path: '/console/:location/closures',
    read: (input) => closuresPage(input, { typed: NO_CLOSURE, faults: {} }),
    change: close,
    changeRole: 'manager',
  },
  {
    path: '/console/:location/closures/:id',
    role: 'manager',
    read: async (input) => askOpenAgain(input),
    change: openAgain,
  },
];

async function closuresPage(input: HouseInput, form: ClosureForm): Promise<Answer> {
  const { location, role, query } = input;
  const closure = location.closures.find(({ id }) => id === query['id']);
  const shown = closure
    ? { closure, bookings: await standingIn(input, closure), holds: await heldIn(input, closure) }
    : null;
  const isFaulty = Object.keys(form.faults).length > 0;
  const notice = isFaulty ? null : noticeOf(input);
  return housePage({
    input,
    page: 'closures',
    ...(isFaulty && { status: 422 }),
    ...(notice !== null && { notice: html`<p>${notice}</p>` }),
    content: closuresContent({ ...input, closing: role === 'manager' ? form : null, shown }),
  });
}

function noticeOf({ query, words: { house } }: ConsoleInput): string | null {
  if (query['done'] === 'added') return house.closures.added;
  if (query['done'] === 'removed') return house.closures.removed;
  return query['done'] === 'gone' ? house.closures.gone : null;
}

async function close(input: HouseInput & Sent): Promise<Answer> {
  const typed = typedClosure(input.form);
  const read = readClosure(typed, input.words);
  if ('faults' in read) return closuresPage(input, { typed, faults: read.faults });
  const { id } = await input.house.closures.add(read.closure);
  return consoleRedirect(`${input.here}/closures?done=added&id=${encodeURIComponent(id)}`);
}

/** The bookings in a closure by start, read in pages of some hundreds. */
async function standingIn(
  { house, location, nowMs }: ConsoleInput,
  closure: Closure,
): Promise<readonly Booking[]> {
  const { startMs, endMs } = closureInterval(location.timeZone, closure);
  const found: Booking[] = [];
  for await (const page of house.bookings.pages(datesAround(closure))) {
    for (const booking of page)
      if (isLive(booking) && booking.endMs > nowMs && booking.startMs >= startMs && booking.startMs < endMs)
        found.push(booking);
    if (found.length >= NAMED_MAX) return found.slice(0, NAMED_MAX);
  }
  return found;
}

/** The live holds and offers that start in a closure: they can still be confirmed (D46). */
async function heldIn(input: ConsoleInput, closure: Closure): Promise<readonly string[]> {
  const { startMs, endMs } = closureInterval(input.location.timeZone, closure);
  const inside = (await input.house.holds.list()).filter(
    (hold) => hold.state === 'held' && startMs <= hold.startMs && hold.startMs < endMs,
  );
  return inside.map((hold) => holdText(input, hold));
}

async function askOpenAgain(input: HouseInput): Promise<Answer> {
  const closure = input.location.closures.find(({ id }) => id === input.ids['id']);
  if (!closure) return consoleRedirect(`${input.here}/closures?done=gone`);
  return housePage({
    input,
    page: 'closures',
    title: `${input.words.house.closures.open}: ${closureText(input, closure)}`,
    content: openAgainContent(closure, input),
  });
}

async function openAgain(input: ConsoleInput & Sent): Promise<Answer> {
  const { house, here, ids } = input;
  try {
    await house.closures.remove(ids['id'] ?? '');
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'conflict') throw error;
    return consoleRedirect(`${here}/closures?done=gone`);
  }
  return consoleRedirect(`${here}/closures?done=removed`);
}
