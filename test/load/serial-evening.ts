/**
 * Whether the answers of many who book, hold, move and cancel at the same time are those of some order in which they came one after the other. What
 * fits is found by trying every arrangement of the tables.
 */
import type { LocationPlan } from '@bord/engine';
import { isPossible, waysToSeat } from '../proof/seating/brute-force.ts';
import type { PendingOrder, PendingReply } from './pending-orders.ts';

const MINUTE_MS = 60_000;

/** Who holds a table. */
export interface Party {
  readonly id: string;
  readonly startMs: number;
  readonly partySize: number;
}

type State = ReadonlyMap<string, Party>;

/** What somebody is told, and what is so after it. */
interface Step {
  readonly end: string;
  readonly state: State;
}

/** A restaurant without closing time, whose parties may all be given other tables. */
export type Tables = LocationPlan['floorPlan'];

/**
 * Finds an order that leads from the parties at the beginning to those at the end, and in which each is told what it was told.
 *
 * @throws Error when there is none
 */
export function explain(
  tables: Tables,
  { before, after }: Record<'before' | 'after', readonly Party[]>,
  replies: readonly PendingReply[],
): void {
  const goal = nameOf(byId(after));
  const failed = new Set<string>();
  const find = (state: State, left: readonly PendingReply[]): boolean => {
    if (left.length === 0) return nameOf(state) === goal;
    const key = `${nameOf(state)} ${left.map((reply) => replies.indexOf(reply)).join()}`;
    if (failed.has(key)) return false;
    for (const reply of left) {
      const step = expected(tables, state, reply);
      if (
        step.end === reply.end &&
        find(
          step.state,
          left.filter((other) => other !== reply),
        )
      )
        return true;
    }
    failed.add(key);
    return false;
  };
  if (!find(byId(before), replies))
    throw new Error(`no order explains ${JSON.stringify({ before, after, replies }, null, 1)}`);
}

/** What it comes to, were it done now and alone. */
function expected(tables: Tables, state: State, { order, id }: PendingReply): Step {
  switch (order.kind) {
    case 'book':
    case 'hold': {
      const made = { id: id ?? 'nobody', startMs: order.startMs, partySize: order.partySize };
      if (!fits(tables, state, made)) return { end: 'refused', state };
      return { end: order.kind === 'book' ? 'booked' : 'held', state: new Map(state).set(made.id, made) };
    }
    case 'cancel':
      return { end: 'cancelled', state: without(state, order.bookingId) };
    case 'move':
      return moved(tables, state, order);
    case 'confirm':
      throw new Error('nobody confirms here');
    default:
      return order satisfies never;
  }
}

function moved(
  tables: Tables,
  state: State,
  { by, bookingId, to }: Extract<PendingOrder, { kind: 'move' }>,
): Step {
  const before = state.get(bookingId);
  if (!before) return { end: by === 'partner' ? 'not_movable' : 'conflict', state };
  const after = { ...before, ...to };
  if (after.startMs === before.startMs && after.partySize === before.partySize)
    return { end: 'unchanged', state };
  const others = without(state, bookingId);
  if (!fits(tables, others, after)) return { end: 'refused', state };
  return { end: 'changed', state: new Map(others).set(bookingId, after) };
}

/** There is an arrangement of the tables for all who are there and this party. */
export function fits(tables: Tables, state: State, party: Party): boolean {
  // Where somebody sits now does not matter: all may be given other tables, and nobody has one that does not fit.
  const diary = Array.from(state.values(), (one) => ({
    ...one,
    blockedUntilMs: endOf(one),
    tables: waysToSeat(tables, one.partySize, 'online')[0]!,
    pinned: false,
    byOperator: false,
    kind: 'booking' as const,
  }));
  const { startMs, partySize } = party;
  const question = { startMs, endMs: endOf(party), partySize, tableAccess: 'online' } as const;
  return isPossible(tables, diary, () => true, question);
}

function endOf({ startMs, partySize }: Party): number {
  return startMs + (partySize <= 2 ? 90 : 120) * MINUTE_MS;
}

function without(state: State, id: string): State {
  const others = new Map(state);
  others.delete(id);
  return others;
}

const byId = (parties: readonly Party[]): State => new Map(parties.map((party) => [party.id, party]));

function nameOf(state: State): string {
  const names = Array.from(state.values(), ({ id, startMs, partySize }) => `${id} ${startMs} ${partySize}`);
  return names.toSorted().join();
}
