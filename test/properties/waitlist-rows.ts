import type { Booking } from '@bord/engine/storage';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A hold has tables, and its time, with which its id begins, is not over. */
export function isHoldOpenAt({ kind, id, tables }: Booking, nowMs: number): boolean {
  if (kind !== 'hold' || tables.length === 0) return false;
  const number = Array.from(id.slice(3)).reduce(
    (sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  return Number(number / 2n ** 80n) > nowMs;
}
