/**
 * Reuses the answer to a party that is easier to seat. If fewer table options admit a party, for a time that contains the other's time, it has no
 * place when the other has none: any plan for it would also be a plan for the other. This answers most questions of a full day: a no for seven
 * guests at 20:00 is a no for twelve.
 *
 * Undecided questions are kept as well. They prove no answer, but a search for the harder party is then not worth the steps.
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
