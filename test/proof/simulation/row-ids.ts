/** Parses ids independently of the engine (D35, D36). */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The expiry of a hold: its id begins with that instant. */
export function lapsesMsOf(holdId: string): number {
  const known = lapses.get(holdId);
  if (known !== undefined) return known;
  const number = Array.from(lettersOf(holdId)).reduce(
    (sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  const lapsesMs = Number(number / 2n ** 80n);
  if (lapses.size > 10_000) lapses.clear();
  lapses.set(holdId, lapsesMs);
  return lapsesMs;
}

const lapses = new Map<string, number>();

/** The row is held for a booking that its guest is about to move. */
export const isMoveHold = ({ id }: { readonly id: string }): boolean => id.startsWith('hm_');

/** The letters that a hold or a waiting entry has in common with its booking. */
const lettersOf = (id: string): string => id.slice(3);

export const bookingIdOf = (id: string): string => `bk_${lettersOf(id)}`;
