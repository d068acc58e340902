/** Actions with one tap: each also has a page with only its button. */
import {
  type Booking,
  changesOf,
  isLive,
  isSeated,
  type LocationActions,
  type StaffCaller,
  versionOf,
  type VisitStep,
} from '@bord/engine';
import { beforeReversal } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer, type Wanted } from './change-answer.ts';
import { isUntouchedWalkIn } from './done-notice.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml } from './refusal.ts';
import { stepPage } from './step-page.ts';

interface Step {
  /** The label of the button, by the form's action. */
  label(input: BookingInput): string;
  text?(input: BookingInput): string;
  as(input: BookingInput): string;
  wanted(input: SentBooking): Omit<Wanted, 'again'>;
}

const arrive: Step = {
  label: ({ words }) => words.evening.actions.arrive,
  as: () => '',
  wanted: ({ booking: { id } }) => ({
    done: 'arrived',
    act: ({ bookings }) => bookings.arrive(id),
    isDone: ({ visit }) => visit.arrivedMs !== null || visit.seatedMs !== null,
  }),
};

const leave: Step = {
  label: ({ words }) => words.evening.actions.leave,
  text: ({ words }) => words.actions.leave.text,
  as: () => '',
  wanted: ({ booking: { id } }) => ({
    done: 'left',
    act: ({ bookings }) => bookings.leave(id),
    isDone: ({ status }) => status === 'completed',
  }),
};

const noShow: Step = {
  label: ({ words }) => words.evening.actions.no_show,
  text: ({ words }) => words.actions.noShow.text,
  as: () => '',
  wanted: ({ booking: { id } }) => ({
    done: 'no_show',
    act: ({ bookings }) => bookings.markNoShow(id),
    isDone: ({ status }) => status === 'no_show',
  }),
};

const pin: Step = {
  label: ({ words, booking }) => words.evening.actions[booking.pinned ? 'unpin' : 'pin'],
  as: ({ booking }) => (booking.pinned ? 'off' : 'on'),
  wanted: ({ booking: { id }, form }) => {
    const pinned = form['as'] !== 'off';
    return {
      done: pinned ? 'pinned' : 'unpinned',
      act: ({ bookings }) => bookings.pin(id, pinned),
      isDone: (now) => now.pinned === pinned,
      isOnCard: true,
    };
  },
};

const takeBack: Step = {
  label: ({ words, booking }) =>
    words.evening.actions[isSeated(booking) ? 'take_back_seated' : 'take_back_arrived'],
  as: ({ booking }) => (isSeated(booking) ? 'seated' : 'arrived'),
  wanted: ({ booking: { id }, form }) => {
    const step: VisitStep = form['as'] === 'arrived' ? 'arrived' : 'seated';
    return {
      done: 'taken_back',
      act: ({ bookings }) => bookings.takeBack(id, step),
      isDone: ({ visit, ...now }) =>
        isLive(now) && (step === 'arrived' ? visit.arrivedMs : visit.seatedMs) === null,
    };
  },
};

/** `latest`: the reader's last change, from the notice. `made`: an accidental walk-in. `end`: a visit that was ended, or a no-show. */
const undo: Step = {
  label: ({ words }) => words.evening.actions.undo,
  as: () => 'end',
  wanted: ({ booking, form, caller }) => {
    const { id } = booking;
    if (form['as'] === 'made' && isUntouchedWalkIn(booking))
      return {
        done: 'cancelled',
        act: ({ bookings }) => bookings.cancel(id),
        isDone: ({ status }) => status === 'cancelled',
      };
    const isLatest = form['as'] === 'latest';
    return {
      done: isLatest ? 'taken_back' : 'restored',
      act: ({ bookings }: LocationActions) => (isLatest ? bookings.revert(id) : bookings.undo(id)),
      isDone: (now) =>
        isLatest ? isRevertedBy(caller, now, form['seen']) : form['as'] !== 'made' && isLive(now),
    };
  },
};

/** The reader has already reverted that version, without later changes: the button was tapped twice. */
function isRevertedBy({ staffId }: StaffCaller, now: Booking, seen: string | undefined): boolean {
  const latest = changesOf(now).at(-1);
  if (!latest || latest.entry.by !== `staff:${staffId}` || versionOf(latest.before) !== seen) return false;
  const back = beforeReversal(latest.before, latest.entry.atMs);
  return back !== null && versionOf({ ...back, history: now.history }) === versionOf(now);
}

export const SIMPLE_STEPS: Readonly<Record<string, Step>> = {
  arrive,
  leave,
  'no-show': noShow,
  pin,
  'take-back': takeBack,
  undo,
};

export function stepAnswer(
  input: BookingInput,
  path: string,
  step: Step,
  refusal: RefusalView | null = null,
  status = 200,
): Answer {
  const { booking, words } = input;
  const label = step.label(input);
  return stepPage(input, {
    heading: label,
    status,
    refusal: refusalHtml(input, refusal),
    content: html`${step.text ? html`<p>${step.text(input)}</p>` : null}
    ${bookingForm(
      input,
      booking,
      path,
      html`<input type="hidden" name="as" value="${step.as(input)}" />
        <p class="actions">
          <button type="submit">${label}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${words.actions.form.back}</a>
        </p>`,
    )}`,
  });
}

export function takeStep(input: SentBooking, path: string, step: Step): Promise<Answer> {
  return changeAnswer(input, {
    ...step.wanted(input),
    again: (refusal, status) => stepAnswer(input, path, step, refusal, status),
  });
}
