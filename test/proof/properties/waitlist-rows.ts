import type { DiaryRow, HoldRow } from '@bord/engine/storage';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A hold has tables, and its time, with which its id begins, is not over. */
export function isHoldOpenAt(row: DiaryRow, nowMs: number): row is HoldRow {
  const { kind, id, tables } = row;
  if (kind !== 'hold' || tables.length === 0) return false;
  const number = Array.from(id.slice(3)).reduce(
    (sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  return Number(number / 2n ** 80n) > nowMs;
}
