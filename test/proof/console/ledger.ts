/** The storage's side of the comparison: the effects of actions, and messages about them. */
import { type Booking, changesOf, versionOf } from '@bord/engine';
import type { Gesture, Intent } from './gestures.ts';
import { UNDO_WINDOW_MS, type World } from './world.ts';

/** The state that an action starts from, or leads to. */
export interface State {
  readonly bookings: readonly Booking[];
  /** Ids of the blocks of tables. */
  readonly blocks: readonly string[];
}

export async function stateOf(world: World): Promise<State> {
  return { bookings: await world.bookings(), blocks: await world.blocks() };
}

/** How often each action was done. */
export function effectsOf(
  intents: readonly Intent[],
  before: State,
  now: State,
  host: string,
): readonly number[] {
  const known = new Set(before.bookings.map(({ id }) => id));
  return intents.map((intent) => {
    const { id, what } = intent;
    if (id === 'block') return now.blocks.length - before.blocks.length;
    if (id === 'walk-in') return now.bookings.filter((one) => !known.has(one.id)).length;
    const own = ownChanges(now, id, host) - ownChanges(before, id, host);
    return own > 0 ? own : Number(isDoneByOther(what, before, now, id) || isUndone(intent, before, host));
  });
}

/** The host has already undone the change, and the answer was lost: a second undo of it is shown as done. */
function isUndone({ id, seen }: Intent, { bookings }: State, host: string): boolean {
  const booking = bookings.find((one) => one.id === id);
  const latest = booking && changesOf(booking).at(-1);
  return latest?.entry.by === host && versionOf(latest.before) === seen;
}

/** An action that another device has just done is shown as done. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  arrive: ['arrived'],
  tap: ['arrived'],
  'two taps': ['arrived'],
  'tap of two': ['arrived'],
  pin: ['pinned', 'unpinned'],
  extend: ['extended'],
};

function isDoneByOther(what: string, before: State, now: State, id: string): boolean {
  const [was = [], is = []] = [before, now].map(
    ({ bookings }) => bookings.find((one) => one.id === id)?.history,
  );
  return is.slice(was.length).some(({ kind }) => KINDS[what]?.includes(kind));
}

/** Changes by the host that were not meant; null if there are none. */
export function unmeant(intents: readonly Intent[], before: State, now: State, host: string): string | null {
  for (const { id, guest } of before.bookings) {
    const count = ownChanges(now, id, host) - ownChanges(before, id, host);
    if (count <= 0 || intents.some((intent) => intent.id === id)) continue;
    const { history } = now.bookings.find((one) => one.id === id)!;
    const changes = history.slice(-count).map(({ kind, atMs }) => `${kind} at ${atMs}`);
    return `${guest.name} was changed and not meant: ${changes.join()}`;
  }
  return null;
}

/** Changes that make room for another party do not count. */
const NOT_MEANT: ReadonlySet<string> = new Set(['reseated', 'unseated', 'created']);

function ownChanges({ bookings }: State, id: string, host: string): number {
  const { history = [] } = bookings.find((one) => one.id === id) ?? {};
  return history.filter(({ by, kind }) => by === host && !NOT_MEANT.has(kind)).length;
}

/** Changes that were undone in time, of which no message may leave. */
export class Withdrawn {
  readonly #changes: { readonly bookingId: string; readonly madeMs: number; readonly undoneMs: number }[] =
    [];

  /** Whether the action has undone a change in time. An undo can be undone as well. */
  note({ isUndo, intents: [intent] }: Gesture, before: State, now: State, host: string): boolean {
    const bookingId = intent!.id;
    const [was, is] = [before, now].map(({ bookings }) => bookings.find(({ id }) => id === bookingId));
    const entry = is?.history.at(-1);
    if (!isUndo || !was || !entry || is?.history.length !== was.history.length + 1) return false;
    const { by, atMs: madeMs } = was.history.at(-1) ?? { by: host, atMs: was.createdMs };
    if (by !== host || entry.by !== host || entry.atMs - madeMs >= UNDO_WINDOW_MS) return false;
    const undone = this.#changes.findIndex((one) => one.bookingId === bookingId && one.undoneMs === madeMs);
    if (undone >= 0) this.#changes.splice(undone, 1);
    else this.#changes.push({ bookingId, madeMs, undoneMs: entry.atMs });
    return true;
  }

  /** A message that must not have left; null if there is none. */
  fault({ sent }: World): string | null {
    const second = (ms: number): number => Math.floor(ms / 1000);
    for (const { bookingId, madeMs, undoneMs } of this.#changes) {
      const left = sent.find(
        (one) =>
          one.bookingId === bookingId && [madeMs, undoneMs].some((ms) => second(ms) === second(one.madeMs)),
      );
      if (left) return `${left.what} of ${bookingId} has left for a change that was undone in time`;
    }
    return null;
  }
}

/** A booking of which partners or guests do not know the latest state although all messages have left; null if there is none. */
export function untold({ sent }: World, { bookings }: State): string | null {
  for (const { id, status, startMs, endMs, partySize, guest, history } of bookings) {
    // Messages that are due together can leave in any order.
    const own = sent
      .filter(({ bookingId }) => bookingId === id)
      .toSorted((one, other) => one.madeMs - other.madeMs);
    const course = (): string =>
      [
        ...history.map(({ kind, by, atMs }) => `${kind} by ${by} at ${atMs}`),
        ...own.map(({ what, madeMs, facts }) => `${what} of ${madeMs} says ${facts}`),
      ].join('; ');
    const event = own.findLast(({ what }) => what.startsWith('booking.'));
    if (event && event.facts !== `${status} ${startMs} ${endMs} ${partySize}`)
      return `${id} is ${status} ${startMs} ${endMs} ${partySize}, and its last event does not say so: ${course()}`;
    const mail = own.findLast(({ what }) => what.startsWith('e-mail'));
    const isMailed = guest.email !== null && (status === 'confirmed' || status === 'cancelled');
    if (isMailed && mail?.facts !== `${status} ${startMs} ${partySize}`)
      return `${id} is ${status} ${startMs} ${partySize}, and the last e-mail does not say so: ${course()}`;
  }
  return null;
}
