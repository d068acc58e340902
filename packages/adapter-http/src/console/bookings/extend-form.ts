/** The usual lengths by which a party stays longer: on its card, and on the page for it. */
import { isSeated, MINUTE_MS } from '@bord/engine';
import { html, type Html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import type { BookingInput } from './booking-input.ts';
import { clockOf } from './booking-text.ts';

const MINUTES = [15, 30, 60] as const;

/** From the end, or from now on where it is over and the party still sits. */
export function countedFromMs({ booking, nowMs }: BookingInput): number {
  const isOver = isSeated(booking) && nowMs > booking.endMs;
  return isOver ? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS : booking.endMs;
}

/** The form with nothing but the usual lengths: it stands on the card as well. */
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
