/**
 * What was said to somebody who is easier to seat. A party that fewer table options admit, for a time that holds the other's time, has no
 * place when the other has none: any plan with the one would be a plan with the other in its place. Most of a refused evening is
 * answered by this: a no for seven at eight is a no for twelve.
 *
 * What was left undecided is kept as well. That proves nothing, but to look for a place for the one when none was found for the other is
 * not worth the steps.
 */
import type { Kind } from './floor.ts';

/** Somebody who was given no place. */
export interface Refusal {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
  /** Shown in whole numbers, in floating point, or not at all. */
  readonly because: 'proven' | 'unproven' | 'undecided';
}

/** The surest refusal of somebody who is at least as easy to seat; null when there is none. */
export function refusalOfEasier(
  refusals: readonly Refusal[],
  kind: Kind,
  from: number,
  to: number,
): Refusal | null {
  let found: Refusal | null = null;
  for (const refusal of refusals) {
    if (refusal.from < from || refusal.to > to || !isAmong(kind, refusal.kind)) continue;
    if (refusal.because !== 'undecided') return refusal;
    found = refusal;
  }
  return found;
}

function isAmong({ tableOptions }: Kind, { admits }: Kind): boolean {
  for (const option of tableOptions) if (!admits[option]) return false;
  return true;
}
