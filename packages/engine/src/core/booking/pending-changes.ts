/** The changes of holds (D35) and waitlist entries (D36) in a step, for metrics: without ids and names. */
import { isLive } from './booking.ts';
import { type Amendment, entryIn, type Snapshot } from './diary.ts';
import { savedRows } from './evolve.ts';
import { isOpen } from './hold.ts';
import { bookingIdOf } from '../ids.ts';
import { type DiaryRow, type HoldRow, isFixed, isHold, type WaitlistRow } from './row.ts';

/** The changes of holds. `lapsed`: removed long after its expiry; `evicted`: it had expired, and another booking needed its tables. */
export const HOLD_CHANGES = ['held', 'confirmed', 'released', 'lapsed', 'evicted'] as const;
/** One of {@link HOLD_CHANGES}. */
export type HoldChange = (typeof HOLD_CHANGES)[number];

/** The changes of waitlist entries. `accepted`, `declined`: of an offer; `booked`: immediately, as agreed; `lapsed`: no table became free in time. */
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

export type PendingChange =
  | { readonly kind: 'hold'; readonly to: HoldChange }
  | { readonly kind: 'waiting'; readonly to: WaitingChange };

/**
 * The changes of one step. For bookings alone it costs little.
 *
 * @param snapshot the snapshot of the decision
 */
export function pendingChanges(
  amendment: Amendment<unknown>,
  snapshot: Snapshot,
  nowMs: number,
): readonly PendingChange[] {
  const rows = savedRows(amendment);
  const known = (id: string): DiaryRow | undefined =>
    snapshot.named?.id === id ? snapshot.named : snapshot.rows?.get(id);
  const saved = rows.flatMap((row): readonly PendingChange[] => {
    switch (row.kind) {
      case 'booking':
      case 'block':
        return [];
      case 'hold':
        return holdChanges(row, nowMs);
      case 'waiting':
        return waitingChanges(row, known(row.id), rows);
    }
  });
  // Move holds that the move itself releases are counted when their rows are released.
  const evicted = (amendment.reseatings ?? []).filter(({ bookingId, tables }) => {
    const before = tables.length === 0 ? entryIn(snapshot, bookingId) : undefined;
    return before?.kind === 'hold' && before.expiresMs <= nowMs;
  });
  return [...saved, ...evicted.map((): PendingChange => ({ kind: 'hold', to: 'evicted' }))];
}

function holdChanges(row: HoldRow, nowMs: number): readonly PendingChange[] {
  const { status, claim, yielded, expiresMs, waitingId } = row;
  if (status === 'confirmed' && !isFixed(row)) return [{ kind: 'hold', to: 'held' }];
  if (status === 'confirmed') return yielded && claim === 'evicted' ? [{ kind: 'hold', to: 'evicted' }] : [];
  if (status !== 'completed') return [{ kind: 'hold', to: expiresMs <= nowMs ? 'lapsed' : 'released' }];
  return [
    { kind: 'hold', to: 'confirmed' },
    ...(waitingId !== null ? [{ kind: 'waiting', to: 'accepted' } as const] : []),
  ];
}

function waitingChanges(
  row: WaitlistRow,
  before: DiaryRow | undefined,
  rows: readonly DiaryRow[],
): readonly PendingChange[] {
  const joined: readonly PendingChange[] = before ? [] : [{ kind: 'waiting', to: 'joined' }];
  if (isLive(row)) return joined;
  const to = row.status === 'completed' ? givenTo(row, rows) : leftAs(row, before, rows);
  return to === null ? joined : [...joined, { kind: 'waiting', to }];
}

function givenTo({ id, holdId }: WaitlistRow, rows: readonly DiaryRow[]): WaitingChange {
  if (holdId !== null) return 'offered';
  return rows.some((row) => row.id === bookingIdOf(id)) ? 'booked' : 'lapsed';
}

/** Null if the entry was already over: the party has a booking, or its offer had ended. */
function leftAs(
  { holdId }: WaitlistRow,
  before: DiaryRow | undefined,
  rows: readonly DiaryRow[],
): WaitingChange | null {
  if (before && isLive(before)) return 'left';
  const offer = rows.filter(isHold).find(({ id }) => id === holdId);
  return offer && !isOpen(offer) ? 'declined' : null;
}
