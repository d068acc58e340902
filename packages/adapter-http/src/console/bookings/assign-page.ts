import type { Answer } from '../../http/answer.ts';
import { capitalised } from '../../i18n/when.ts';
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

export async function assignPage(
  input: BookingInput,
  refusal: RefusalView | null = null,
  status = 200,
): Promise<Answer> {
  const { booking, words, house, location } = input;
  const { assign, form } = words.actions;
  const found = await house.bookings.tableOffersFor(booking.id);
  const offers = offersHtml(input, await offerView(input, found, false), booking.tables);
  return stepPage(input, {
    heading: words.evening.actions.assign,
    status,
    refusal: refusalHtml(input, refusal),
    content: html`${bookingForm(
        input,
        booking,
        'assign',
        html`${
          booking.tables.length === 0 &&
          html`<p class="actions first">
            <button type="submit" name="tables" value="">${assign.any}</button>
          </p>`
        }
        ${offers}`,
      )}
      <details>
        <summary>${assign.forced}</summary>
        ${bookingForm(
          input,
          booking,
          'assign',
          html`<input type="hidden" name="force" value="1" />
            <div class="field">
              <label for="any-table">${form.tables}</label>
              <select id="any-table" name="tables">
                ${location.floorPlan.tables.map(
                  ({ id }) =>
                    html`<option value="${tableValue([id])}">
                      ${capitalised(tablesText(input, [id]))}
                    </option>`,
                )}
              </select>
            </div>
            <p class="actions"><button class="quiet" type="submit">${assign.force}</button></p>`,
        )}
      </details>
      <p><a class="button quiet" href="${cardHref(input, booking)}">${form.back}</a></p>`,
  });
}

export function sendAssign(input: SentBooking): Promise<Answer> {
  const { booking, form, location } = input;
  const chosen = readTables(form['tables'], location);
  const choice = chosen ? { tables: chosen.tables, force: form['force'] === '1' } : undefined;
  return changeAnswer(input, {
    done: 'assigned',
    act: ({ bookings }) => bookings.assign(booking.id, choice),
    isDone: (now) =>
      choice ? tableValue(now.tables) === tableValue(choice.tables) && now.pinned : now.tables.length > 0,
    again: (refusal, status) => assignPage(input, refusal, status),
    alternatives: () => input.house.bookings.alternativesToMove(booking.id, {}, choice),
  });
}
