import { messageOf } from '../errors.ts';
import { type Fence, OPEN, raised, refusalOf } from './fence.ts';
import type { Host } from './hosts.ts';
import type { Sighting } from './sighting.ts';

/** The state of each host, or the error. A host that has not answered yet is not in the map. */
export type Sightings = ReadonlyMap<Host, Sighting | Error>;

export interface Choice {
  readonly fence: Fence;
  /** The host to write to; null if there is none. */
  readonly host: Host | null;
}

/**
 * Chooses the host to write to: one that accepts writes and is not older than the latest primary that any host knows.
 * @param current the host that is written to now, if any: it stays while it may
 */
export function choose(before: Fence, sightings: Sightings, current: Host | null): Choice {
  const seen = [...sightings].filter((one): one is [Host, Sighting] => !(one[1] instanceof Error));
  let fence = before;
  if (fence.system === null) {
    const systems = new Set(seen.flatMap(([, { system, unwritable }]) => (unwritable ? [] : (system ?? []))));
    if (systems.size > 1) return { fence, host: null };
    const [system] = systems;
    fence = { ...fence, system: system ?? null };
  }
  for (const [, sighting] of seen) fence = raised(fence, sighting);
  if (before === OPEN) fence = { ...fence, mark: null };
  const candidates = seen.filter(([host, one]) => refusalOf(fence, one, host === current) === null);
  if (before === OPEN) {
    // This process has not written to any: of two that were promoted from the same timeline neither is trusted.
    const marks = new Set(candidates.flatMap(([, { noted }]) => noted?.mark ?? []));
    if (marks.size > 1) return { fence, host: null };
  }
  const stays = candidates.find(([host]) => host === current);
  const [chosen] = stays ? [stays] : candidates.toSorted((a, b) => markOf(b) - markOf(a));
  if (!chosen) return { fence, host: null };
  const [host, { noted, timeline }] = chosen;
  const mark = noted?.timeline === timeline ? noted.mark : null;
  return { fence: { ...fence, mark: fence.mark ?? mark }, host };
}

/** Prefers a host that has been written to before. */
function markOf([, { noted, timeline }]: readonly [Host, Sighting]): number {
  return noted?.timeline === timeline ? 1 : 0;
}

/** Why each host is not written to, for people. */
export function reasonsOf(fence: Fence, hosts: readonly Host[], sightings: Sightings): string {
  const reasons = hosts.map((host) => {
    const seen = sightings.get(host);
    if (!seen) return `${host.name} (has not answered)`;
    if (seen instanceof Error) return `${host.name} (${messageOf(seen)})`;
    return `${host.name} (${refusalOf(fence, seen, false) ?? 'one of several primaries'})`;
  });
  return reasons.join(', ');
}
