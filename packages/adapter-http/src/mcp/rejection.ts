/** Rejections of tools: a reason for programs, and a message with the next step for a model. */
import { REFUSALS } from '../http/messages.ts';
import type { LocalTime } from './local-time.ts';

/** The messages name the next step, because a model acts on them. */
const MESSAGES = {
  invalid: 'The arguments are not valid.',
  missing: 'Ask the guest for what is missing, then call again.',
  expect_differs:
    'No data was changed: `expect` does not describe this time. Tell the guest the real date and time, and ask which one they want.',
  restaurant_unknown: 'This server does not have this restaurant. Call find_restaurants.',
  offer_unknown: 'This is not an offer of this server. Call find_times and copy an offer exactly.',
  offer_expired: 'The offer is older than 10 minutes. Call find_times again.',
  hold_unknown: 'This is not a hold of this server. Call find_times, then hold_table.',
  hold_used: 'This hold was booked with other details. For another booking, call find_times again.',
  booking_unknown: 'This is not a booking of this server. Use the handle that book_table returned.',
  limited:
    'Too many tables are held by guests who have not confirmed their e-mail address. The guest can book at the restaurant’s own page or call it.',
  confirm_by_email:
    'The table is not booked yet. The guest got an e-mail: its link makes the booking. Do not call again.',
  too_many_holds: 'Too many tables are held at the same time. Book or wait for a hold to expire.',
  waitlist_full: 'The waitlist of this day is full. Offer another day.',
  rate_limited: 'Too many calls. Wait a minute.',
  unavailable: 'The server cannot answer now. Call again with the same arguments.',
  too_late: 'It is too late for this change. The guest must call the restaurant.',
  not_changeable: 'This booking is cancelled, over, or its party has arrived. It cannot be changed.',
  not_allowed: 'The API key does not permit this.',
  declined: 'The guest did not give their details. The table was not booked.',
  already_waiting: 'This guest is on the waitlist of this day.',
  no_menu: 'The restaurant has no menu here.',
  ...REFUSALS,
} as const;

export type RejectionReason = keyof typeof MESSAGES;

/** Details of an answer in addition to the reason. */
interface Details {
  /** The parts of `expect` that disagree with the time that would be booked. */
  readonly differences?: readonly Readonly<Record<'field' | 'expected' | 'actual', string | number>>[];
  readonly missing?: readonly string[];
  /** At most four other times. */
  readonly alternatives?: readonly (LocalTime & { readonly offer: string })[];
  /** The guest can join the waitlist for this day. */
  readonly waitlist?: boolean;
}

/** A tool's answer with `isError`. */
export class Rejection extends Error {
  readonly reason: RejectionReason;
  readonly details: Details;

  constructor(reason: RejectionReason, details: Details = {}, message: string = MESSAGES[reason]) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}
