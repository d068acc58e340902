/** Bookings of guests at a booking page (D52), and the waitlist (D36). */
import { hasEnough, isNetworkFull, surgeOf, surgeTimes } from '../../core/booking/visitor-limits.ts';
import { type Booking, type Guest, isLive } from '../../core/booking/booking.ts';
import { soundRequest } from '../../core/booking/booking-request.ts';
import type { BookingContext, BookOutcome } from '../../core/booking/decide.ts';
import { type Rule, withoutEntry } from '../../core/booking/diary.ts';
import { isLiveHold, released } from '../../core/booking/hold.ts';
import type { HoldRow } from '../../core/booking/row.ts';
import type { WaitingInput } from '../../core/booking/waiting.ts';
import { policyCallerOf } from '../../core/access/policy.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { emailKeyOf, orNone } from '../../core/fields.ts';
import { bookingIdOf, newHoldId } from '../../core/ids.ts';
import { SECOND_MS } from '../../core/instant.ts';
import { MAILED_HOLD_SECONDS } from '../../core/limits.ts';
import type { Rejected } from '../../core/location/reason.ts';
import { manageTokenOf } from '../guest-tokens.ts';
import { confirmBy, type Mailed } from '../holds.ts';
import { findBooking } from '../read-booking.ts';
import { joinWaitlist } from '../waitlist.ts';
import { handleOf } from './visitor-booked.ts';
import { type HoldToken, type PagedLocation, chosenArea, pagedLocation, type Visitor } from './visitor.ts';
import { holdBehind, holdOfId } from './visitor-holds.ts';
import { type BookLink, LINK_MS, linkMailOf, mayMail } from './visitor-mail.ts';
import { isFreeWithin } from './visitor-times.ts';

/** The guest, with the fields of the booking page. */
export type VisitorGuest = Pick<Guest, 'name'> & Partial<Guest>;

/** The outcome of a guest's booking. */
export type VisitorBookOutcome =
  | {
      /** The booking was made; `replayed`: by an earlier confirmation of the hold. */
      readonly kind: 'booked' | 'replayed';
      /** The booking. */
      readonly booking: Booking;
      /** The token of its manage link; null if the booking has ended. */
      readonly manageToken: string | null;
      /** The booking's handle for the guest's assistant, instead of the link. */
      readonly handle: string;
    }
  | {
      /** No booking was made: the guest must read the e-mail that was sent. The answer does not show which limit applies. */
      readonly kind: 'mailed';
    }
  | ({
      /** Another party has the tables. */
      readonly kind: 'refused';
    } & Rejected);

/** A party for the waitlist: when a table is free, it gets an e-mail with an offer. */
export type VisitorWaiting = Pick<WaitingInput, 'date' | 'fromMs' | 'toMs' | 'partySize'> & {
  /** The guest, with an e-mail address. */
  readonly guest: VisitorGuest;
  /** The id of an area; null or absent: any. */
  readonly area?: string | null | undefined;
};

/** The outcome of joining the waitlist. */
export type VisitorWaitOutcome =
  | {
      /** The guest is on the waitlist; also if the same guest was before. */
      readonly kind: 'joined';
    }
  | {
      /** The guest was not added: a wanted time is free, and can be held. */
      readonly kind: 'free';
    }
  | {
      /** The guest was not added: the e-mail address has received too many e-mails. */
      readonly kind: 'mailed';
    };

export async function confirmAsVisitor(
  visitor: Visitor,
  token: string,
  given: VisitorGuest,
): Promise<VisitorBookOutcome> {
  const { row, sealed } = await holdBehind(visitor, token);
  return bookHold(visitor, row, sealed, given);
}

/** Makes the booking of a link, which also confirms the guest's e-mail address. */
export async function confirmBookLink(visitor: Visitor, link: BookLink): Promise<VisitorBookOutcome> {
  const { holdId, ref, guest } = link;
  const sealed: HoldToken = { kind: 'hold', holdId, isProven: true, email: guest.email, ref };
  return bookHold(visitor, await holdOfId(visitor, holdId), sealed, guest);
}

async function bookHold(
  visitor: Visitor,
  row: HoldRow,
  { isProven, email, ref }: HoldToken,
  given: VisitorGuest,
): Promise<VisitorBookOutcome> {
  const { app, caller } = visitor;
  const location = await pagedLocation(visitor, row.locationId);
  const guest = guestOf(location, row, given);
  const known = await findBooking(app, bookingIdOf(row.id), null);
  const isConfirmed = email !== null && guest.email !== null && emailKeyOf(guest.email) === emailKeyOf(email);
  if (!known && guest.email !== null && !(await mayMail(app, guest.email))) return { kind: 'mailed' };
  const outcome = await confirmBy<Mailed>(
    app,
    row,
    { guest },
    {
      author: caller.author,
      policyCaller: policyCallerOf(caller),
      visitor: { network: isConfirmed ? null : caller.keyId, isConfirmed, ref },
      ruleOf: (confirm, at) => withinLimits(visitor, confirm, at, { guest, ref, isConfirmed, isProven }),
    },
  );
  if (outcome.kind === 'booked' || outcome.kind === 'replayed')
    return {
      ...outcome,
      manageToken: manageTokenOf(app, outcome.booking),
      handle: handleOf(visitor, outcome.booking),
    };
  return outcome;
}

interface Confirmation {
  readonly guest: Guest;
  readonly ref: string | null;
  readonly isConfirmed: boolean;
  readonly isProven: boolean;
}

/** The rule, unless a limit of D52 applies: then the guest gets an e-mail, and the hold lasts as long as its link needs. */
function withinLimits(
  visitor: Visitor,
  confirm: Rule<BookOutcome>,
  { location, day, window: { nowMs } }: BookingContext,
  { guest, ref, isConfirmed, isProven }: Confirmation,
): Rule<BookOutcome | Mailed> {
  const expiresMs = nowMs + MAILED_HOLD_SECONDS * SECOND_MS;
  const id = newHoldId(visitor.app.random, expiresMs);
  return (snapshot) => {
    const { named } = snapshot;
    if (named?.kind !== 'hold' || !isLive(named)) return confirm(snapshot);
    const { locationId, startMs, partySize } = named;
    const link = { locationId, startMs, partySize, ref, guest, untilMs: nowMs + LINK_MS };
    if (hasEnough(snapshot, named, guest, day)) {
      const deliveries = [linkMailOf(visitor, { ...link, holdId: named.id }, true)];
      return { result: mailedTo(guest), deliveries };
    }
    const isFull = !isProven && isNetworkFull(withoutEntry(snapshot, named.id), visitor.caller.keyId, nowMs);
    const surge = surgeOf(surgeTimes(snapshot), location, nowMs);
    if (isConfirmed || (!isFull && !surge.isReached)) return confirm(snapshot);
    if (!isLiveHold(named, nowMs)) return { result: { kind: 'refused', reason: 'tables' } };
    return {
      result: mailedTo(guest),
      booking: { ...named, id, expiresMs, createdMs: nowMs },
      others: [released(named)],
      deliveries: [linkMailOf(visitor, { ...link, holdId: id })],
    };
  };
}

function mailedTo({ email }: Guest): Mailed {
  if (email === null)
    invalid('guest.email is missing: the booking is confirmed by e-mail', ['guest', 'email']);
  return { kind: 'mailed' };
}

/** The guest with the fields that the restaurant asks for. Throws `invalid_request` for a missing one. */
function guestOf(
  { bookingPage: { phone, email } }: PagedLocation,
  { startMs, partySize }: Pick<HoldRow, 'startMs' | 'partySize'>,
  given: VisitorGuest,
): Guest {
  const wantedFields = phone === 'no' ? { ...given, phone: null } : given;
  const { guest } = soundRequest({ startMs, partySize, guest: wantedFields }, 'web');
  if (phone === 'required' && guest.phone === null) invalid('guest.phone is missing', ['guest', 'phone']);
  if (email === 'required' && guest.email === null) invalid('guest.email is missing', ['guest', 'email']);
  return guest;
}

export async function waitAsVisitor(
  visitor: Visitor,
  locationId: string,
  { guest: given, area: wantedArea, ...wanted }: VisitorWaiting,
): Promise<VisitorWaitOutcome> {
  const { app, caller } = visitor;
  const location = await pagedLocation(visitor, locationId);
  const guest = guestOf(location, { startMs: wanted.fromMs, partySize: wanted.partySize }, given);
  const area = chosenArea(location, wantedArea);
  // Otherwise the offer would hold the table beyond the limits of holds.
  if (await isFreeWithin(visitor, location, { ...wanted, area })) return { kind: 'free' };
  const email = orNone(guest.email);
  if (email !== null && !(await mayMail(app, email))) return { kind: 'mailed' };
  const entry = { ...wanted, mode: 'offer' as const, guest, area };
  try {
    await joinWaitlist(app, caller, location.id, entry);
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'already_waiting') throw error;
  }
  return { kind: 'joined' };
}
