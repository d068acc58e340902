import type { Alternatives, MovePreview } from '@bord/engine';
import type { RefusalView } from './refusal.ts';

export async function refusalOfPreview(
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
