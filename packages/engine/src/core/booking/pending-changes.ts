/** What a step has done to holds (D35) and to who waits (D36), for whoever counts: no ids, no names. */
import type { Booking } from './booking.ts';
import type { Amendment, Snapshot } from './diary.ts';
import { savedRows } from './evolve.ts';
import { isOpen } from './hold.ts';
import { bookingIdOf, isHold, isMoveHold, lapsesMsOf } from './row-kind.ts';
import { isPassedOver } from './standing.ts';
import type { HoldTerms, WaitingTerms } from './terms.ts';
import { isInLine } from './waiting.ts';

/** What becomes of holds. `lapsed`: given up long after its time; `evicted`: its time was over, and somebody has needed its tables. */
export const HOLD_CHANGES = ['held', 'confirmed', 'released', 'lapsed', 'evicted'] as const;
/** One of {@link HOLD_CHANGES}. */
export type HoldChange = (typeof HOLD_CHANGES)[number];

/** What becomes of who waits. `accepted`, `declined`: of an offer; `booked`: at once, as was agreed; `lapsed`: no table was free in time. */
export const WAITING_CHANGES = [
  'joined',
  'offered',
  'accepted',
  'declined',
  'booked',
  'left',
  'lapsed',
] as const;
/** One of {@link WAITING_CHANGES}. */
export type WaitingChange = (typeof WAITING_CHANGES)[number];

/** One change. */
export type PendingChange =
  | { readonly kind: 'hold'; readonly to: HoldChange }
  | { readonly kind: 'waiting'; readonly to: WaitingChange };

/**
 * The changes of one step. Costs a look at each row that is saved where it is about bookings alone.
 *
 * @param snapshot what the step was decided on
 */
export function pendingChanges(
  amendment: Amendment<unknown>,
  snapshot: Snapshot,
  nowMs: number,
): readonly PendingChange[] {
  const rows = savedRows(amendment);
  const known = (id: string): Booking | undefined =>
    snapshot.named?.id === id ? snapshot.named : snapshot.rows?.get(id);
  const saved = rows.flatMap((row): readonly PendingChange[] => {
    if (row.kind === 'hold') return holdChanges(row, nowMs);
    return row.kind === 'waiting' ? waitingChanges(row, known(row.id), rows) : [];
  });
  // What was held for a move makes way for the move itself before its time, and is counted when its row is given up.
  const evicted = (amendment.reseatings ?? []).filter(
    ({ bookingId: id, tables }) =>
      tables.length === 0 && isHold({ id }) && !(isMoveHold({ id }) && nowMs < lapsesMsOf(id)),
  );
  return [...saved, ...evicted.map((): PendingChange => ({ kind: 'hold', to: 'evicted' }))];
}

function holdChanges(row: Booking, nowMs: number): readonly PendingChange[] {
  const { id, status, terms } = row;
  if (status === 'confirmed') return isPassedOver(row) ? [] : [{ kind: 'hold', to: 'held' }];
  if (status !== 'completed') return [{ kind: 'hold', to: lapsesMsOf(id) <= nowMs ? 'lapsed' : 'released' }];
  const isOffer = (terms as HoldTerms).waitingId !== null;
  return [
    { kind: 'hold', to: 'confirmed' },
    ...(isOffer ? [{ kind: 'waiting', to: 'accepted' } as const] : []),
  ];
}

function waitingChanges(
  row: Booking,
  before: Booking | undefined,
  rows: readonly Booking[],
): readonly PendingChange[] {
  const joined: readonly PendingChange[] = before ? [] : [{ kind: 'waiting', to: 'joined' }];
  if (isInLine(row)) return joined;
  const to = row.status === 'completed' ? givenTo(row, rows) : leftAs(row, before, rows);
  return to === null ? joined : [...joined, { kind: 'waiting', to }];
}

function givenTo({ id, terms }: Booking, rows: readonly Booking[]): WaitingChange {
  if ((terms as WaitingTerms).holdId !== null) return 'offered';
  return rows.some((row) => row.id === bookingIdOf(id)) ? 'booked' : 'lapsed';
}

/** Null where nothing was left to leave: the party has a booking, or its offer was over. */
function leftAs(
  { terms }: Booking,
  before: Booking | undefined,
  rows: readonly Booking[],
): WaitingChange | null {
  if (before && isInLine(before)) return 'left';
  const { holdId } = terms as WaitingTerms;
  return rows.some((row) => row.id === holdId && !isOpen(row)) ? 'declined' : null;
}
