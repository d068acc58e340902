import { currentServiceDate, type ImportRow, localDateAt, type Location, limits } from '@bord/engine';
import type { ReadRow, UnreadRow } from './read-row.ts';
import { createHash } from 'node:crypto';

/** Why a line is not imported, and why that is as it should be. */
export type SkipReason = 'cancelled' | 'no-show' | 'over' | 'twice';

export type PlannedRow =
  | { readonly plan: 'import'; readonly read: ReadRow; readonly row: ImportRow }
  | { readonly plan: 'refuse'; readonly read: ReadRow | UnreadRow; readonly fault: string }
  | { readonly plan: 'skip'; readonly read: ReadRow | UnreadRow; readonly reason: SkipReason };

/** Bookings that are over or cancelled are skipped. A cancelled one is looked up, unless its number was booked again. */
export function plannedRows(
  rows: readonly (ReadRow | UnreadRow)[],
  location: Location,
  nowMs: number,
): readonly PlannedRow[] {
  const today = currentServiceDate(location, nowMs);
  const isOver = ({ startMs }: ReadRow | UnreadRow): boolean =>
    startMs !== null && localDateAt(location.timeZone, startMs) < today;
  const live = (read: ReadRow | UnreadRow): boolean => read.status === 'confirmed';
  const planRow = planner();
  const planned = new Map<ReadRow | UnreadRow, PlannedRow>();
  // Live rows get the first keys: a cancelled line that is added later must not take one.
  for (const read of rows.toSorted((a, b) => Number(live(b)) - Number(live(a)))) {
    const reason = skipReason(read, isOver);
    planned.set(read, reason ? { plan: 'skip', read, reason } : planRow(read));
  }
  return rows.map((read) => planned.get(read)!);
}

function skipReason(
  read: ReadRow | UnreadRow,
  isOver: (read: ReadRow | UnreadRow) => boolean,
): SkipReason | null {
  const { status } = read;
  if (status === 'no-show') return status;
  if (status === 'cancelled') return 'fault' in read || isOver(read) ? status : null;
  return status === 'over' || isOver(read) ? 'over' : null;
}

function planner(): (read: ReadRow | UnreadRow) => PlannedRow {
  const keyOf = keysOfRows();
  const known = new Map<string, ReadRow>();
  return (read) => {
    if ('fault' in read) return { plan: 'refuse', read, fault: read.fault };
    const { number, request, choice, status } = read;
    const idempotencyKey = number === null ? keyOf(request) : keyOfNumber(number);
    const first = known.get(idempotencyKey);
    if (!first) {
      known.set(idempotencyKey, read);
      const isCancelled = status === 'cancelled';
      return {
        plan: 'import',
        read,
        row: { request: { ...request, idempotencyKey }, choice, isCancelled },
      };
    }
    if (status === 'cancelled') return { plan: 'skip', read, reason: 'cancelled' };
    const [same, sameTables] = [visitOf(first) === visitOf(read), tablesOf(first) === tablesOf(read)];
    if (same && sameTables) return { plan: 'skip', read, reason: 'twice' };
    const hint = same
      ? ': write its tables together there, as in 4+5'
      : ', for another booking: each must have a different number';
    return { plan: 'refuse', read, fault: `line ${first.line} has its number${hint}` };
  };
}

function visitOf({ request: { startMs, partySize, guest } }: ReadRow): string {
  return JSON.stringify([startMs, partySize, guest.name]);
}

function tablesOf({ choice }: ReadRow): string {
  return JSON.stringify(choice?.tables.toSorted() ?? []);
}

/** The idempotency key of a booking that the other system has a number for (D10). */
function keyOfNumber(number: string): string {
  const key = `import:${number}`;
  return key.length <= limits.IDEMPOTENCY_KEY_LENGTH_MAX ? key : `import-long:${hashOf(number)}`;
}

/** Keys of bookings without a number, from values that another export repeats. Equal ones are counted. */
function keysOfRows(): (request: Omit<ImportRow['request'], 'idempotencyKey'>) => string {
  const counts = new Map<string, number>();
  return ({ startMs, partySize, guest: { name, phone, email } }) => {
    const hash = hashOf(JSON.stringify([startMs, partySize, name, phone, email]));
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `import-row:${hash}:${count}`;
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
