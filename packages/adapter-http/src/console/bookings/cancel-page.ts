/** Asks before a booking is cancelled, and names the recipients of notifications. */
import { partnerOf } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { oneLine } from '../../web/clean.ts';
import { html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import { nameOf } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml } from './refusal.ts';
import { stepPage } from './step-page.ts';

export function cancelPage(input: BookingInput, refusal: RefusalView | null = null, status = 200): Answer {
  const { booking, words } = input;
  const { cancel } = words.actions;
  const { guest, channel } = booking;
  const partner = partnerOf(channel);
  return stepPage(input, {
    heading: cancel.question(nameOf(input, booking)),
    title: words.evening.actions.cancel,
    status,
    refusal: refusalHtml(input, refusal),
    content: html`<p>${guest.email === null ? cancel.noMail : cancel.mail(guest.email)}</p>
      ${partner !== null && html`<p>${cancel.partner(oneLine(partner))}</p>`}
      <p>${cancel.final}</p>
      ${bookingForm(
        input,
        booking,
        'cancel',
        html`<p class="actions">
          <button class="bad" type="submit">${cancel.yes}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${cancel.no}</a>
        </p>`,
      )}`,
  });
}

export function sendCancel(input: SentBooking): Promise<Answer> {
  const { id } = input.booking;
  return changeAnswer(input, {
    done: 'cancelled',
    act: ({ bookings }) => bookings.cancel(id),
    isDone: ({ status }) => status === 'cancelled',
    again: (refusal, status) => cancelPage(input, refusal, status),
    action: { kind: 'cancelled' },
  });
}
