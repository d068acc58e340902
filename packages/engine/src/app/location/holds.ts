import type { LocationCaller } from '../../core/access/policy.ts';
import type { Hold } from '../../core/booking/hold.ts';
import { listHolds, readHold, releaseHoldOf } from '../holds.ts';
import type { App } from '../context.ts';

/** Holds of every partner: tables that are kept for guests who have not decided yet (D35). */
export interface HoldActions {
  /** Those of the location that can still be confirmed, by when they were placed. */
  list(): Promise<readonly Hold[]>;
  /** One hold in any state; `hold_not_found` for one that does not exist, or lies at another location than the caller's. */
  read(holdId: string): Promise<Hold>;
  /** Releases one. Idempotent: repeating has no further effect. */
  release(holdId: string): Promise<Hold>;
}

export function holdActions(app: App, caller: LocationCaller): HoldActions {
  return {
    list: () => listHolds(app, caller, caller.locationId),
    read: (holdId) => readHold(app, caller, holdId),
    release: (holdId) => releaseHoldOf(app, caller, holdId),
  };
}
