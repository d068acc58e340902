import type { HouseMember } from '../../core/access/policy.ts';
import type { Hold } from '../../core/booking/hold.ts';
import { listHolds, readHold, releaseHoldOf } from '../shared/holds.ts';
import type { App } from '../shared/context.ts';

/** As {@link HoldActions}, at one location. */
export interface HouseHoldActions {
  /** Those that can still be confirmed, as {@link HoldActions.list}. */
  list(): Promise<readonly Hold[]>;
  /** One hold, as {@link HoldActions.read}; that of another location is there as little as one that does not exist. */
  read(holdId: string): Promise<Hold>;
  /** Gives one up, as {@link HoldActions.release}. */
  release(holdId: string): Promise<Hold>;
}

/** HouseHoldActions of one member at one location. */
export function houseHoldActions(app: App, caller: HouseMember): HouseHoldActions {
  return {
    list: () => listHolds(app, caller, caller.locationId),
    read: (holdId) => readHold(app, caller, holdId),
    release: (holdId) => releaseHoldOf(app, caller, holdId),
  };
}
