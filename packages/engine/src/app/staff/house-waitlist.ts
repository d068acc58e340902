import type { HouseMember } from '../../core/access/policy.ts';
import type { JoinedWaiting, Waiting, WaitingInput } from '../../core/booking/waiting.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import { joinWaitlist, leaveWaitlist, listWaiting, readWaiting } from '../shared/waitlist.ts';
import type { App } from '../shared/context.ts';

/** As {@link WaitlistActions}, at one location. */
export interface HouseWaitlistActions {
  /** Who waits, or has been offered a table, as {@link WaitlistActions.list}. */
  list(date?: LocalDate): Promise<readonly Waiting[]>;
  /** One entry, as {@link WaitlistActions.read}; that of another location is there as little as one that does not exist. */
  read(waitingId: string): Promise<Waiting>;
  /** Puts a party on the list, as {@link WaitlistActions.add}. */
  add(entry: WaitingInput): Promise<JoinedWaiting>;
  /** Takes it from the list, as {@link WaitlistActions.leave}. */
  leave(waitingId: string): Promise<Waiting>;
}

/** HouseWaitlistActions of one member at one location. */
export function houseWaitlistActions(app: App, caller: HouseMember): HouseWaitlistActions {
  return {
    list: (date) => listWaiting(app, caller, caller.locationId, date),
    read: (waitingId) => readWaiting(app, caller, waitingId),
    add: (entry) => joinWaitlist(app, caller, caller.locationId, entry),
    leave: (waitingId) => leaveWaitlist(app, caller, waitingId),
  };
}
