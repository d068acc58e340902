import type { LocationCaller } from '../../core/access/policy.ts';
import type { JoinedWaiting, Waiting, WaitingInput } from '../../core/booking/waiting.ts';
import type { LocalDate } from '../../core/local-date.ts';
import { joinWaitlist, leaveWaitlist, listWaiting, readWaiting } from '../waitlist.ts';
import type { App } from '../context.ts';

/** Waitlist entries of all channels (D36). */
export interface WaitlistActions {
  /** The entries of the location that wait or have an offer, in order of arrival; only those of one service date, if given. */
  list(date?: LocalDate): Promise<readonly Waiting[]>;
  /** One entry in any state. Throws `waitlist_entry_not_found` for an unknown one, or one of another location than the caller's. */
  read(waitingId: string): Promise<Waiting>;
  /** Puts a party on the waitlist; if a table is free, the party has it immediately. */
  add(entry: WaitingInput): Promise<JoinedWaiting>;
  /** Removes a party from the waitlist and releases its offer. */
  leave(waitingId: string): Promise<Waiting>;
}

export function waitlistActions(app: App, caller: LocationCaller): WaitlistActions {
  return {
    list: (date) => listWaiting(app, caller, caller.locationId, date),
    read: (waitingId) => readWaiting(app, caller, waitingId),
    add: (entry) => joinWaitlist(app, caller, caller.locationId, entry),
    leave: (waitingId) => leaveWaitlist(app, caller, waitingId),
  };
}
