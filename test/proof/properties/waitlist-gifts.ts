/** The allocations between two states of the rows, and those of the model. */
import type { DiaryRow } from '@bord/engine/storage';
import {
  type Gift,
  giftsOf,
  type InLine,
  type ModelRestaurant,
  type Party,
  tableAccessIn,
} from './waitlist-model.ts';
import { isHoldOpenAt } from './waitlist-rows.ts';

/** The line, in order. */
export function lineOf(rows: readonly DiaryRow[]): InLine[] {
  return rows
    .filter((row) => row.kind === 'waiting')
    .filter(({ status }) => status === 'confirmed')
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, startMs, partySize, guest: { email }, toMs, mode }) => ({
      id,
      fromMs: startMs,
      toMs,
      partySize,
      guest: email!,
      mode,
    }));
}

/** The parties that hold tables at an instant. */
export function partiesOf(rows: readonly DiaryRow[], nowMs: number): Party[] {
  return rows
    .filter((row) => row.kind === 'booking' || isHoldOpenAt(row, nowMs))
    .filter(({ status }) => status === 'confirmed')
    .map(({ id, startMs, partySize, tables, source, guest: { email }, ...row }) => ({
      id,
      startMs,
      partySize,
      tables,
      pinned: row.kind === 'booking' && row.pinned,
      tableAccess: tableAccessIn(row.area, source === 'operator' ? 'all' : 'online'),
      guest: row.kind === 'booking' ? email : null,
    }));
}

/** The allocations of a round on the rows after the step, without the step's own. */
export function expectedGifts(
  restaurant: ModelRestaurant,
  before: readonly DiaryRow[],
  after: readonly DiaryRow[],
  nowMs: number,
  admits?: (entry: InLine, startMs: number) => boolean,
): Gift[] {
  const given = new Set(giftsBetween(before, after).map(([id]) => id));
  const born = new Set(
    after.flatMap((row) => (bornOf(row, after) !== null && given.has(bornOf(row, after)!) ? row.id : [])),
  );
  const rows = after
    .filter(({ id }) => !born.has(id))
    .map((row): DiaryRow => (given.has(row.id) ? { ...row, status: 'confirmed' } : row));
  return giftsOf(restaurant, partiesOf(rows, nowMs), lineOf(rows), nowMs, admits);
}

/** The entry of which a hold or a booking was made, if it was. */
function bornOf(row: DiaryRow, rows: readonly DiaryRow[]): string | null {
  if (row.kind === 'hold') return row.waitingId;
  if (row.kind !== 'booking') return null;
  const entry = rows.find(({ id, kind }) => kind === 'waiting' && id.slice(3) === row.id.slice(3));
  return entry?.id ?? null;
}

/** The entries that became an offer or a booking between two states, in order, with their time. */
export function giftsBetween(before: readonly DiaryRow[], after: readonly DiaryRow[]): Gift[] {
  const waited = new Set(lineOf(before).map(({ id }) => id));
  const isNew = ({ id }: DiaryRow): boolean => before.every((row) => row.id !== id);
  return after
    .filter((row) => row.kind === 'waiting')
    .filter((row) => row.status === 'completed' && (waited.has(row.id) || isNew(row)))
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ id }) => {
      const made = after.find((row) => isNew(row) && bornOf(row, after) === id);
      return made ? [[id, made.startMs] as const] : [];
    });
}
