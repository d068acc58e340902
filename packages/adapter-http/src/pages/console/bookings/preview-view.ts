import type { Alternatives, MovePreview } from '@bord/engine';
import type { RefusalView } from './refusal.ts';

/** A refusal of the dry run, as that of the move itself. */
export async function ofPreview(
  { reason, outOfSeason, inTheWay, holds, blocks }: Extract<MovePreview, { readonly kind: 'refused' }>,
  alternatives: () => Promise<Alternatives>,
): Promise<RefusalView> {
  return {
    reason,
    outOfSeason,
    inTheWay,
    holds,
    blocks,
    alternatives: reason === 'party_size' ? null : await alternatives(),
  };
}
