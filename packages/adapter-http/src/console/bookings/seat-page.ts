import { isSeated } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import { tablesText } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import { readTables, tableValue } from './form-values.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml } from './refusal.ts';
import { offersHtml, offerView } from './table-offers-html.ts';
import { stepPage } from './step-page.ts';

export async function seatPage(
  input: BookingInput,
  refusal: RefusalView | null = null,
  status = 200,
): Promise<Answer> {
  const { booking, words, house } = input;
  const { seat, form } = words.actions;
  const found = await house.bookings.tableOffersFor(booking.id, { seatedNow: true });
  const offers = offersHtml(input, await offerView(input, found, false), booking.tables);
  const own = booking.tables.length > 0 ? tablesText(input, booking.tables) : '';
  return stepPage(input, {
    heading: words.evening.actions.seat,
    status,
    refusal: refusalHtml(input, refusal),
    content: html`${bookingForm(
        input,
        booking,
        'seat',
        html`${
          own !== '' &&
          html`<p class="actions first">
            <button type="submit" name="tables" value="">${seat.own(own)}</button>
          </p>`
        }
        ${found.offers.length > 0 && html`<h2>${own ? seat.other : words.evening.tables}</h2>`}${offers}`,
      )}
      <p><a class="button quiet" href="${cardHref(input, booking)}">${form.back}</a></p>`,
  });
}

/** Without tables: those of the booking, or any that fit if it has none. */
export function sendSeat(input: SentBooking): Promise<Answer> {
  const { booking, form, location } = input;
  const choice = readTables(form['tables'], location) ?? undefined;
  return changeAnswer(input, {
    done: 'seated',
    act: ({ bookings }) => bookings.seat(booking.id, choice && { tables: choice.tables }),
    isDone: (now) => isSeated(now) && (!choice || tableValue(now.tables) === tableValue(choice.tables)),
    again: (refusal, status) => seatPage(input, refusal, status),
  });
}
