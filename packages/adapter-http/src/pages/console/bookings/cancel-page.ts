/** Asks before a booking is cancelled, and says who will hear of it. */
import type { Answer } from '../../../api/answer.ts';
import { oneLine } from '../../../mail/clean.ts';
import { html } from '../../../mail/html.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleContext } from '../console-route.ts';
import { bookingForm } from './booking-form.ts';
import { nameOf, whoHtml } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml } from './refusal.ts';

export function cancelPage(input: BookingInput, refusal: RefusalView | null = null, status = 200): Answer {
  const { booking, words } = input;
  const { cancel } = words.actions;
  const { guest, channel } = booking;
  const partner = channel === 'operator' ? null : oneLine(channel.slice('partner:'.length));
  return consolePage({
    input,
    section: 'evening',
    title: cancel.title,
    date: booking.serviceDate,
    status,
    about: { locationId: input.location.id },
    content: html`<div class="card">
      ${refusalHtml(input, refusal)}
      <h1>${cancel.question(nameOf(input, booking))}</h1>
      <p class="of">${whoHtml(input, booking)}</p>
      <p>${guest.email === null ? cancel.noMail : cancel.mail(guest.email)}</p>
      ${partner !== null && html`<p>${cancel.partner(partner)}</p>`}
      <p>${cancel.final}</p>
      ${bookingForm(
        input,
        booking,
        'cancel',
        html`<p class="actions">
          <button class="bad" type="submit">${cancel.yes}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${cancel.no}</a>
        </p>`,
      )}
    </div>`,
  });
}

export function sendCancel(context: ConsoleContext, input: SentBooking): Promise<Answer> {
  const { id } = input.booking;
  return changeAnswer(context, input, {
    done: 'cancelled',
    act: ({ bookings }) => bookings.cancel(id),
    isDone: ({ status }) => status === 'cancelled',
    again: (refusal, status) => cancelPage(input, refusal, status),
    action: { kind: 'cancelled' },
  });
}
