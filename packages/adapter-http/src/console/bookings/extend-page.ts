/** Extends or shortens a visit. The form counts from the end that it has shown, so sending it twice has no further effect. */
import type { Answer } from '../../http/answer.ts';
import { html, type Html } from '../../web/html.ts';
import { bookingForm, fieldHtml } from './booking-form.ts';
import { clockOf } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import { readInstant, readTime, timeValue } from './form-values.ts';
import { countedFromMs, extendButtons } from './extend-form.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml, sentence } from './refusal.ts';
import { stepPage } from './step-page.ts';

export function extendPage(
  input: BookingInput,
  refusal: RefusalView | null = null,
  status = 200,
  wantedMs: number | null = null,
): Answer {
  const { booking, words, location } = input;
  const { extend, form } = words.actions;
  return stepPage(input, {
    heading: words.evening.actions.extend,
    status,
    refusal: html`${refusalHtml(input, refusal)}
    ${refusal && refusal.inTheWay.length > 0 && wantedMs !== null && forceForm(input, wantedMs)}`,
    content: html`<p>${extend.now(clockOf(input, booking.endMs))}</p>
      ${extendButtons(input)}
      ${bookingForm(
        input,
        booking,
        'extend',
        html`${fieldHtml({
            name: 'time',
            label: extend.until,
            value: timeValue(location, wantedMs ?? countedFromMs(input)),
            attributes: html`type="time" required`,
          })}
          <p class="actions">
            <button type="submit">${form.save}</button>
            <a class="button quiet" href="${cardHref(input, booking)}">${form.back}</a>
          </p>`,
        { className: 'stack' },
      )}`,
  });
}

/** Extends it although the next party then has no table. */
function forceForm(input: BookingInput, wantedMs: number): Html {
  return bookingForm(
    input,
    input.booking,
    'extend',
    html`<input type="hidden" name="force" value="1" />
      <p class="actions">
        <button class="bad" type="submit" name="until" value="${wantedMs}">
          ${input.words.actions.extend.force} (${clockOf(input, wantedMs)})
        </button>
      </p>`,
  );
}

export function sendExtend(input: SentBooking): Promise<Answer> | Answer {
  const { booking, form, location, words } = input;
  const untilMs = readInstant(form['until']) ?? readTime(location, booking.serviceDate, form['time']);
  if (untilMs === null) return extendPage(input, sentence(words.actions.form.badTime), 422);
  return changeAnswer(input, {
    done: 'extended',
    act: ({ bookings }) => bookings.extend(booking.id, { untilMs, force: form['force'] === '1' }),
    isDone: ({ endMs }) => endMs === untilMs,
    again: (refusal, status) => extendPage(input, refusal, status, untilMs),
  });
}
