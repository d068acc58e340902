/** The usual lengths by which a visit is extended: on its card, and on a page. */
import { isSeated, MINUTE_MS } from '@bord/engine';
import { html, type Html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import type { BookingInput } from './booking-input.ts';
import { clockOf } from './booking-text.ts';

const MINUTES = [15, 30, 60] as const;

/** From the end, or from now if the end has passed and the party is still seated. */
export function countedFromMs({ booking, nowMs }: BookingInput): number {
  const isOver = isSeated(booking) && nowMs > booking.endMs;
  return isOver ? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS : booking.endMs;
}

/** The form with the usual lengths only; the card has it as well. */
export function extendButtons(input: BookingInput): Html {
  const fromMs = countedFromMs(input);
  const { extend } = input.words.actions;
  return bookingForm(
    input,
    input.booking,
    'extend',
    html`<p class="actions">
      ${MINUTES.map(
        (minutes) =>
          html`<button class="quiet" type="submit" name="until" value="${fromMs + minutes * MINUTE_MS}">
            ${extend.by(minutes)}
            <small>${clockOf(input, fromMs + minutes * MINUTE_MS)}</small>
          </button>`,
      )}
    </p>`,
  );
}
