/** The times of a day as buttons, available or not, and a field for any other time. */
import type { LocalDate, OperatorTimes } from '@bord/engine';
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { choiceHtml, fieldHtml } from './booking-form.ts';
import { clockOf, dayOf } from './booking-text.ts';
import { timeValue } from './form-values.ts';

/** @param typed the value of the field; default: the chosen time, if it is not one of the buttons */
export function timesHtml(
  input: ConsoleInput,
  { day, startMs }: { readonly day: LocalDate; readonly startMs: number | null },
  { slots, reason }: OperatorTimes,
  typed: string | undefined,
): Html {
  const { words, location } = input;
  const { booking, form: labels, refusal } = words.actions;
  const isListed = slots.some((slot) => slot.startMs === startMs);
  const shown = typed ?? (startMs !== null && !isListed ? timeValue(location, startMs) : '');
  return html`<fieldset>
    <legend>${booking.times}: ${dayOf(input, day)}</legend>
    ${
      slots.length === 0
        ? html`<p>${reason ? refusal.reasons[reason] : booking.noTimes}</p>`
        : html`<div class="choices">
            ${slots.map(({ startMs: ms, available, isPaced, reseated }) =>
              choiceHtml(
                'at',
                `${ms}`,
                html`${clockOf(input, ms)}${noteHtml(
                  !available ? booking.full : isPaced ? booking.paced : reseated > 0 ? booking.moves : '',
                )}`,
                { isChosen: ms === startMs, isTaken: !available },
              ),
            )}
          </div>`
    }
    ${fieldHtml({
      name: 'time',
      label: booking.otherTime,
      value: shown,
      attributes: html`type="time"`,
      hint: labels.optional,
    })}
  </fieldset>`;
}

function noteHtml(text: string): Content {
  return text !== '' && html` <small>${text}</small>`;
}
