/** Inputs of guests at a booking page. */
import { anything, argument, flag, maybe, number, object, text } from '../../core/shape.ts';
import { type Inputs, returning } from '../guarded.ts';
import type { VisitorActions } from '../visitor/visitor-actions.ts';
import type { BookedActions } from '../visitor/visitor-booked.ts';
import type { VisitorWaiting } from '../visitor/visitor-bookings.ts';
import type { VisitorChoice, VisitorHoldRequest } from '../visitor/visitor-holds.ts';
import type { MailedHoldRequest } from '../visitor/visitor-links.ts';
import type { VisitorRequest } from '../visitor/visitor.ts';
import type { VisitorWish } from '../visitor/visitor-times.ts';
import { dayWish, guest, locationId, maybeText, moveRequest, textOf, textOrNone } from './fields.ts';

export const visitorRequest = object<VisitorRequest>({
  networkKey: text,
  assistant: maybeText,
  subject: anything,
});

const bookedInputs: Inputs<BookedActions> = {
  open: [],
  times: [dayWish],
  move: [moveRequest],
  cancel: [],
};

const token = textOf('token');
const choice = { startMs: number, partySize: number, area: textOrNone };

export const visitorInputs: Inputs<VisitorActions> = {
  restaurants: [],
  restaurant: [textOf('alias')],
  times: [
    locationId,
    maybe(object<VisitorWish>({ date: maybeText, partySize: maybe(number), area: textOrNone }, 'wish')),
  ],
  hold: [
    locationId,
    object<VisitorHoldRequest>({
      ...choice,
      ref: textOrNone,
      isProven: maybe(flag),
      idempotencyKey: maybeText,
    }),
  ],
  mailHold: [
    locationId,
    object<MailedHoldRequest>({ ...choice, ref: textOrNone, email: text, language: text }),
  ],
  openLink: [token],
  confirmLink: [token],
  held: [token],
  change: [token, object<VisitorChoice>(choice, 'choice')],
  confirm: [token, argument('guest', guest)],
  booked: returning([textOf('handle')], bookedInputs),
  wait: [
    locationId,
    object<VisitorWaiting>(
      { date: text, fromMs: number, toMs: number, partySize: number, area: textOrNone, guest },
      'entry',
    ),
  ],
  release: [token],
  workSecrets: [],
  useWork: [textOf('signature')],
};
