import type { LocationCaller } from '../../core/access/policy.ts';
import type { Hold } from '../../core/booking/hold.ts';
import { listHolds, readHold, releaseHoldOf } from '../holds.ts';
import type { App } from '../context.ts';

/** Holds of all partners (D35). */
export interface HoldActions {
  /** The holds of the location that can still be confirmed, by creation time. */
  list(): Promise<readonly Hold[]>;
  /** One hold in any state. Throws `hold_not_found` for an unknown one, or one of another location than the caller's. */
  read(holdId: string): Promise<Hold>;
  /** Releases a hold. Idempotent. */
  release(holdId: string): Promise<Hold>;
}

export function holdActions(app: App, caller: LocationCaller): HoldActions {
  return {
    list: () => listHolds(app, caller, caller.locationId),
    read: (holdId) => readHold(app, caller, holdId),
    release: (holdId) => releaseHoldOf(app, caller, holdId),
  };
}
