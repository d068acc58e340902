import type { Sighting } from './sighting.ts';

/** The latest known primary. An older one is never written to: it may return after a failover and take writes that are lost. */
export interface Fence {
  readonly system: string | null;
  /** The highest seen timeline; 0 for none. */
  readonly timeline: number;
  /** The mark of the primary on that timeline; null while it has none. */
  readonly mark: string | null;
}

export const OPEN: Fence = { system: null, timeline: 0, mark: null };

/** The fence after a host was seen: a standby's knowledge raises it, too. */
export function raised(fence: Fence, { system, timeline, noted }: Sighting): Fence {
  if (isForeign(fence, system)) return fence;
  const highest = Math.max(timeline, noted?.timeline ?? 0);
  const mark = noted?.timeline === highest ? noted.mark : null;
  if (highest > fence.timeline) return { system: fence.system ?? system, timeline: highest, mark };
  return fence;
}

/**
 * Why a host is not written to; null if it may be.
 * @param isKnown it is the host that was written to on this timeline: only another one must prove that it is the same primary
 */
export function refusalOf(fence: Fence, sighting: Sighting, isKnown: boolean): string | null {
  const { system, timeline, unwritable, noted } = sighting;
  if (isForeign(fence, system)) return 'another database system than the one that was written to';
  if (unwritable !== null) return unwritable;
  if (timeline < fence.timeline)
    return `an old primary: it is on timeline ${timeline}, and ${fence.timeline} has been seen`;
  if (!isKnown && timeline === fence.timeline && fence.mark !== null && noted?.mark !== fence.mark)
    return `a second primary on timeline ${timeline}: it is not the one that was written to`;
  return null;
}

function isForeign(fence: Fence, system: string | null): boolean {
  return fence.system !== null && system !== null && system !== fence.system;
}
