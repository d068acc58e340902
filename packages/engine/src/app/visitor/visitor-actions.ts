import { AVAILABILITY_CACHE_SECONDS } from '../../core/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../core/instant.ts';
import { workSecretOf, tokenHashOf } from '../../core/access/secret.ts';
import { BookingError } from '../../core/errors.ts';
import type { App } from '../context.ts';
import { type BookedActions, bookedActions } from './visitor-booked.ts';
import {
  confirmAsVisitor,
  type VisitorBookOutcome,
  type VisitorGuest,
  type VisitorWaiting,
  type VisitorWaitOutcome,
  waitAsVisitor,
} from './visitor-bookings.ts';
import {
  changeHold,
  type HeldVisit,
  holdAsVisitor,
  readHeld,
  releaseAsVisitor,
  type VisitorChoice,
  type VisitorHoldOutcome,
  type VisitorHoldRequest,
} from './visitor-holds.ts';
import {
  confirmVisitorLink,
  mailHold,
  type MailedHoldRequest,
  openVisitorLink,
  type VisitorLink,
} from './visitor-links.ts';
import { type PagedLocation, visitorOf, type VisitorRequest } from './visitor.ts';
import { visitorTimes, type VisitorTimes, type VisitorWish } from './visitor-times.ts';

/**
 * The actions of a guest at the restaurant's own booking page (D52). A location without `bookingPage` throws `location_not_found`. Tokens are sealed
 * with a secret key; an unknown one throws `hold_not_found` or `link_unknown`.
 */
export interface VisitorActions {
  /** The restaurants whose pages are listed, by name. At most 8 seconds old (D7). */
  restaurants(): Promise<readonly PagedLocation[]>;
  /** The restaurant with this alias, listed or not. */
  restaurant(alias: string): Promise<PagedLocation>;
  /**
   * The times of a date, at most 8 seconds old (D7): each available one can be held, policies and the chosen area included. Without a date: the next
   * date with a free time. `invalid_request` for an invalid date, size or area.
   */
  times(locationId: string, wish?: VisitorWish): Promise<VisitorTimes>;
  /** Holds tables for five minutes, within the limits of D52. */
  hold(locationId: string, request: VisitorHoldRequest): Promise<VisitorHoldOutcome>;
  /** Sends an e-mail with a link that makes the hold. It always resolves in the same way, also beyond five e-mails an hour, when it sends no e-mail. */
  mailHold(locationId: string, request: MailedHoldRequest): Promise<void>;
  /** The purpose of a link. Opening it has no effect. */
  openLink(token: string): Promise<VisitorLink>;
  /** Makes the hold or the booking of a link, with a confirmed e-mail address. Repeating has no further effect. */
  confirmLink(token: string): Promise<VisitorHoldOutcome | VisitorBookOutcome>;
  /** The hold in its current state. */
  held(token: string): Promise<HeldVisit>;
  /** Holds another time and releases this one, in one step. If the other time is not available, this one stays held. */
  change(token: string, choice: VisitorChoice): Promise<VisitorHoldOutcome>;
  /** Makes the booking. `invalid_request` with a `path` for a missing or wrong field. A second confirmation returns the same booking. */
  confirm(token: string, guest: VisitorGuest): Promise<VisitorBookOutcome>;
  /** A booking that an assistant has made (D53), by its handle; `booking_not_found` for any other text. */
  booked(handle: string): BookedActions;
  /** Adds the party to the waitlist (D36) to be offered a table by e-mail. `waitlist_full` beyond the limits of D47. */
  wait(locationId: string, entry: VisitorWaiting): Promise<VisitorWaitOutcome>;
  /** Releases the hold. Repeating has no further effect. */
  release(token: string): Promise<void>;
  /** The secrets that sign challenges of proofs of work, the newest first: the same on all servers with the same secret keys. */
  workSecrets(): Promise<readonly string[]>;
  /** Whether the proof of work with this signature was not used in the last hour, on any server. */
  useWork(signature: string): Promise<boolean>;
}

/** The actions of one engine. */
export function visitorActions(app: App): (request: VisitorRequest) => VisitorActions {
  const paged = bookingPages(app);
  return (by) => {
    const visitor = visitorOf(app, by);
    return {
      restaurants: async () => (await paged()).filter(({ bookingPage }) => bookingPage.listed),
      restaurant: async (alias) => {
        const location = (await paged()).find((one) => one.alias === alias);
        if (!location) throw new BookingError('location_not_found');
        return location;
      },
      times: (locationId, wish = {}) => visitorTimes(visitor, locationId, wish),
      hold: (locationId, request) => holdAsVisitor(visitor, locationId, request),
      mailHold: (locationId, request) => mailHold(visitor, locationId, request),
      openLink: (token) => openVisitorLink(visitor, token),
      confirmLink: (token) => confirmVisitorLink(visitor, token),
      held: (token) => readHeld(visitor, token),
      change: (token, choice) => changeHold(visitor, token, choice),
      confirm: (token, guest) => confirmAsVisitor(visitor, token, guest),
      booked: (handle) => bookedActions(visitor, handle),
      wait: (locationId, entry) => waitAsVisitor(visitor, locationId, entry),
      release: (token) => releaseAsVisitor(visitor, token),
      workSecrets: async () => app.secretKeys.map(workSecretOf),
      useWork: async (signature) =>
        (await app.storage.rates.take(`proof ${tokenHashOf(signature)}`, 1, HOUR_MS)).allowed,
    };
  };
}

/** The locations with a booking page, read at most once in some seconds, because that reads all plans. */
function bookingPages({ storage, clock }: App): () => Promise<readonly PagedLocation[]> {
  let read: Promise<readonly PagedLocation[]> | undefined;
  let readMs = -Infinity;
  return () => {
    const nowMs = clock.nowMs();
    if (read && nowMs < readMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS) return read;
    readMs = nowMs;
    const reading = storage.locations.list().then((all) => all.filter((one) => one.bookingPage !== null));
    read = reading as Promise<readonly PagedLocation[]>;
    read.catch(() => (read = undefined));
    return read;
  };
}
