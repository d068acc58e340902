/** Bookings as rows of a table, with phone numbers. */
import { type Booking, localDateAt } from '@bord/engine';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { dateText, timeText } from '../../i18n/when.ts';
import type { ConsoleInput } from '../console-route.ts';

export function bookingLines(
  { nowMs, words, here, location: { timeZone } }: ConsoleInput,
  bookings: readonly { readonly booking: Booking; readonly about?: string }[],
  label: string,
): Html {
  const { review } = words.house;
  const today = localDateAt(timeZone, nowMs);
  const isAbout = bookings.some(({ about }) => about !== undefined);
  const { day, size, name } = words.actions.form;
  const heads = [day, review.time, size, name, review.contact, words.evening.tables];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table class="lines">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          ${isAbout && html`<th scope="col">${review.what}</th>`}
        </tr>
      </thead>
      <tbody>
        ${bookings.map(
          ({ booking, about }) =>
            html`<tr>
              <td>
                <a href="${here}?date=${booking.serviceDate}"
                  >${dateText(words.base.when, { date: booking.serviceDate, today })}</a
                >
              </td>
              <td>${timeText(words.base.when, booking.startMs, timeZone)}</td>
              <td class="figure">${words.evening.people(booking.partySize)}</td>
              <th scope="row">
                <a href="${here}/bookings/${booking.id}">${oneLine(booking.guest.name) || '–'}</a>
              </th>
              <td>${contactOf(booking)}</td>
              <td>${words.evening.table(booking.tables.map((id) => oneLine(id)))}</td>
              ${isAbout && html`<td>${about ?? ''}</td>`}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function contactOf({ guest: { phone, email } }: Booking): Html | string {
  if (phone !== null) return html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${oneLine(phone)}</a>`;
  return email === null ? '–' : html`<a href="mailto:${email}">${oneLine(email)}</a>`;
}
