/** Changes a booking by a form: done, rejected, or not done because the booking has changed. */
import {
  type Alternatives,
  type Booking,
  BookingError,
  type ChangeOutcome,
  type LocationActions,
  versionOf,
} from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import type { DoneKind } from '../../i18n/languages.ts';
import type { SentBooking } from './booking-input.ts';
import { doneAnswer, type Done } from './origin.ts';
import { type RefusalView, refusalOf, sentence } from './refusal.ts';
import { staleAnswer } from './stale.ts';

export interface Wanted {
  readonly done: DoneKind;
  act(house: LocationActions): Promise<ChangeOutcome>;
  /** The booking has this state already: the form was sent twice, or another person did the same. */
  isDone(booking: Booking): boolean;
  again(refusal: RefusalView, status: number): Promise<Answer> | Answer;
  /** The answer if the booking has changed since it was shown; default: the card. */
  stale?(now: Booking): Promise<Answer>;
  alternatives?(): Promise<Alternatives>;
  readonly isOnCard?: boolean;
  readonly action?: Done['action'];
}

/** Makes the change if the booking still has the version of the form. */
export async function changeAnswer(input: SentBooking, wanted: Wanted): Promise<Answer> {
  const { staff, location, booking, form } = input;
  const house = staff.at(location.id, { seen: form['seen'] ?? '' });
  try {
    const outcome = await wanted.act(house);
    if (outcome.kind !== 'refused') return done(input, wanted, outcome.booking);
    return await wanted.again(
      await refusalOf({ house }, outcome, wanted.alternatives?.bind(wanted) ?? null),
      409,
    );
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    const { code } = error;
    if (code === 'invalid_request') return wanted.again(sentence(input.words.actions.refusal.conflict), 422);
    if (code !== 'changed_meanwhile' && code !== 'conflict' && code !== 'not_cancellable') throw error;
    const now = await input.house.bookings.read(booking.id);
    if (wanted.isDone(now)) return done(input, wanted, now);
    const isStale = versionOf(now) !== form['seen'];
    if (isStale) return wanted.stale?.(now) ?? staleAnswer({ ...input, booking: now });
    return wanted.again(sentence(input.words.actions.refusal.conflict), 409);
  }
}

function done(
  input: SentBooking,
  { done: kind, isOnCard = false, action }: Wanted,
  { id, serviceDate }: Booking,
): Answer {
  return doneAnswer(input, { kind, id, date: serviceDate, isOnCard, ...(action && { action }) });
}
