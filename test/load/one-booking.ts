/**
 * Concurrent changes of one booking, and the check of their answers: the outcomes must equal those of some order in which the changes run one
 * after the other.
 */
import { createHmac } from 'node:crypto';
import {
  type Booking,
  type BookingStatus,
  BookingError,
  type ChangeOutcome,
  createEngine,
  type Engine,
  type Mailer,
  type MoveRequest,
  type PartnerCaller,
  type Storage,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type { Dice } from '../proof/simulation/turns.ts';

/** A change of the booking. */
export type Change =
  | ({ readonly by: 'partner' | 'operator' | 'guest'; readonly kind: 'move' } & MoveRequest)
  | { readonly by: 'partner' | 'operator' | 'guest'; readonly kind: 'cancel' }
  | { readonly by: 'operator'; readonly kind: 'complete' | 'no-show' | 'undo' | 'pin' | 'unpin' };

/** The booking, as far as changes see it. */
export interface State {
  readonly startMs: number;
  readonly partySize: number;
  readonly status: BookingStatus;
  readonly pinned: boolean;
  /** The `created` of its last `booking.updated`, or by {@link counted} how many there have been; 0 before the first. */
  readonly updated: number;
}

/** The answer to a change. `fault` must never occur. */
export type Outcome =
  | { readonly kind: 'changed' | 'unchanged'; readonly state: State }
  | { readonly kind: 'refused' | 'error' | 'fault'; readonly why: string };

/** A change and its outcome. */
export interface BookingAction {
  readonly change: Change;
  readonly outcome: Outcome;
}

/** The credentials that may change it. */
export interface Subject {
  readonly id: string;
  readonly token: string;
  readonly partner: PartnerCaller;
}

const SECRET_KEY = new Uint8Array(32).fill(7);

/** Mails are written into the outbox, and never sent from here. */
const NOBODY: Mailer = {
  isLocal: true,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

/** An engine whose guests have links; with a given clock, time can stand still. */
export function engineOn(storage: Storage, clock = { nowMs: () => Date.now() }): Engine {
  return createEngine({ storage, clock, mailer: NOBODY, secretKeys: [SECRET_KEY] });
}

/** Books for two as a partner. */
export async function book(
  engine: Engine,
  partner: PartnerCaller,
  locationId: string,
  startMs: number,
): Promise<Subject & { readonly first: State }> {
  const outcome = await engine.partner(partner).createBooking(locationId, fixtures.aRequest(startMs));
  if (outcome.kind !== 'booked') throw new Error(`not booked: ${JSON.stringify(outcome)}`);
  return { ...subjectOf(outcome.booking.id, partner), first: stateOf(outcome.booking) };
}

/** A booking of a guest who has a link. */
export function subjectOf(id: string, partner: PartnerCaller): Subject {
  const token = createHmac('sha256', SECRET_KEY).update(`manage ${id}`).digest('base64url');
  return { id, token: `${id}.${token}`, partner };
}

export function stateOf({ startMs, partySize, status, pinned, lastEventSeconds }: Booking): State {
  return { startMs, partySize, status, pinned, updated: lastEventSeconds['booking.updated'] ?? 0 };
}

/** The same with updates counted from 1, in the order of their `created`: no two have the same (D22). */
export function counted(actions: readonly BookingAction[]): readonly BookingAction[] {
  const seconds = actions.flatMap(({ outcome }) => ('state' in outcome ? outcome.state.updated : []));
  const inOrder = [...new Set([0, ...seconds])].toSorted((a, b) => a - b);
  return actions.map(({ change, outcome }) =>
    'state' in outcome
      ? {
          change,
          outcome: {
            ...outcome,
            state: { ...outcome.state, updated: inOrder.indexOf(outcome.state.updated) },
          },
        }
      : { change, outcome },
  );
}

/** Makes a change as the one whose it is. */
export async function carryOut(engine: Engine, subject: Subject, change: Change): Promise<Outcome> {
  try {
    const outcome = await outcomeOf(engine, subject, change);
    if (outcome.kind === 'refused') return { kind: 'refused', why: outcome.reason };
    return { kind: outcome.kind, state: stateOf(outcome.booking) };
  } catch (error) {
    const isAnswer = BookingError.is(error) && error.code !== 'unavailable';
    return isAnswer ? { kind: 'error', why: error.code } : { kind: 'fault', why: String(error) };
  }
}

function outcomeOf(engine: Engine, { id, token, partner }: Subject, change: Change): Promise<ChangeOutcome> {
  switch (change.kind) {
    case 'move': {
      const { by, kind: _, ...request } = change;
      if (by === 'guest') return engine.guest(token).move(request);
      if (by === 'partner') return engine.partner(partner).moveBooking(id, request);
      return engine.operator.bookings.move(id, request);
    }
    case 'cancel':
      if (change.by === 'guest') return engine.guest(token).cancel();
      if (change.by === 'partner') return engine.partner(partner).cancelBooking(id);
      return engine.operator.bookings.cancel(id);
    case 'complete':
      return engine.operator.bookings.complete(id);
    case 'no-show':
      return engine.operator.bookings.markNoShow(id);
    case 'undo':
      return engine.operator.bookings.undo(id);
    case 'pin':
    case 'unpin':
      return engine.operator.bookings.pin(id, change.kind === 'pin');
    default:
      return change satisfies never;
  }
}

/** A change of the kinds that people make, mostly moves; `starts` are where it can go, and one of them is closed. */
export function randomChange(dice: Dice, starts: readonly number[], endsAll: boolean): Change {
  const by = dice.pick(['partner', 'operator', 'guest'] as const);
  const startMs = dice.pick(starts);
  const partySize = dice.pick([1, 2, 3, 4, 9]);
  const chosen = dice.roll(endsAll ? 20 : 18);
  if (chosen < 5) return { by, kind: 'move', startMs };
  if (chosen < 10) return { by, kind: 'move', partySize };
  if (chosen < 12) return { by, kind: 'move', startMs, partySize };
  if (chosen < 15) return { by: 'operator', kind: dice.pick(['pin', 'unpin']) };
  if (chosen < 18) return { by: 'operator', kind: dice.pick(['complete', 'no-show', 'undo', 'undo']) };
  return { by: dice.pick(['partner', 'operator', 'guest']), kind: 'cancel' };
}

/** The outcome of a change alone on a booking in this state. */
export function expected(change: Change, state: State, isClosed: (startMs: number) => boolean): Outcome {
  const isLive = state.status === 'confirmed';
  const became = (given: Partial<State>): Outcome => ({ kind: 'changed', state: { ...state, ...given } });
  const updated = (given: Partial<State>): Outcome => became({ ...given, updated: state.updated + 1 });
  const same: Outcome = { kind: 'unchanged', state };
  const error = (why: string): Outcome => ({ kind: 'error', why });
  switch (change.kind) {
    case 'pin':
    case 'unpin': {
      const pinned = change.kind === 'pin';
      return state.pinned === pinned ? same : became({ pinned });
    }
    case 'cancel':
      if (state.status === 'cancelled') return same;
      return isLive ? became({ status: 'cancelled' }) : error('not_cancellable');
    case 'undo':
      if (isLive) return same;
      return state.status === 'cancelled' ? error('conflict') : updated({ status: 'confirmed' });
    case 'complete':
    case 'no-show': {
      const status = change.kind === 'complete' ? 'completed' : 'no_show';
      if (state.status === status) return same;
      return isLive ? updated({ status }) : error('conflict');
    }
    case 'move': {
      if (!isLive) return error(change.by === 'partner' ? 'not_movable' : 'conflict');
      const { startMs = state.startMs, partySize = state.partySize } = change;
      if (startMs === state.startMs && partySize === state.partySize) return same;
      if (isClosed(startMs)) return { kind: 'refused', why: 'closed' };
      return partySize > 4 ? { kind: 'refused', why: 'party_size' } : updated({ startMs, partySize });
    }
    default:
      return change satisfies never;
  }
}
