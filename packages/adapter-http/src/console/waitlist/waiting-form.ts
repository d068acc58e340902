import { currentServiceDate, type LocalDate } from '@bord/engine';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { choiceHtml, fieldHtml, postForm } from '../bookings/booking-form.ts';
import { freshKey } from '../bookings/fresh-key.ts';
import { timeValue } from '../bookings/form-values.ts';
import type { GuestFaults } from '../bookings/guest-fields.ts';
import { guestFieldset } from '../bookings/guest-fieldset.ts';
import { refusalHtml, sentence } from '../bookings/refusal.ts';
import type { ConsoleInput } from '../console-route.ts';

export interface WaitingFormOptions {
  readonly date: LocalDate;
  readonly form: Query;
  readonly faults: GuestFaults;
  readonly refusal: string | null;
}

export function waitingForm(input: ConsoleInput, { date, form, faults, refusal }: WaitingFormOptions): Html {
  const { words, location, nowMs } = input;
  const { add } = words.waitlist;
  const labels = words.actions.form;
  const time = (name: 'from' | 'to', label: string, value: string, attributes: Html): Html =>
    fieldHtml({ name, label, value: form[name] ?? value, attributes });
  const mode = form['mode'] === 'book' ? 'book' : 'offer';
  const soon = date === currentServiceDate(location, nowMs) ? timeValue(location, nowMs) : '';
  return html`<h2 id="add">${add.title}</h2>
    ${refusalHtml(input, refusal === null ? null : sentence(refusal))}
    ${postForm(
      input,
      '/waitlist',
      html`<input type="hidden" name="key" value="${form['key'] ?? freshKey()}" />
        <div class="row">
          ${fieldHtml({ name: 'day', label: labels.day, value: date, attributes: html`type="date" required` })}
          ${time('from', labels.from, soon, html`type="time" required`)}
          ${time('to', add.to, '', html`type="time"`)}
          ${fieldHtml({
            name: 'size',
            label: labels.size,
            value: form['size'] ?? '2',
            attributes: html`type="number" inputmode="numeric" min="1" max="1000" required`,
          })}
        </div>
        <fieldset>
          <legend>${add.mode}</legend>
          <div class="choices wide">
            ${(['offer', 'book'] as const).map((each) =>
              choiceHtml('mode', each, add[each], { isChosen: each === mode }),
            )}
          </div>
        </fieldset>
        ${guestFieldset(input, { form, faults, emailHint: add.emailHint })}
        <p class="actions"><button type="submit">${add.submit}</button></p>`,
    )}`;
}
