import type { PossibleAction } from '@bord/engine/adapters';
import { type Content, html, type Html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import { tablesText } from './booking-text.ts';
import type { BookingInput } from './booking-input.ts';
import { extendButtons } from './extend-form.ts';
import { hrefOf } from './origin.ts';

/** Done at once by a button. */
const AT_ONCE: Readonly<Partial<Record<PossibleAction, { readonly step: string; readonly field?: string }>>> =
  {
    arrive: { step: 'arrive' },
    leave: { step: 'leave' },
    no_show: { step: 'no-show' },
    pin: { step: 'pin', field: 'on' },
    unpin: { step: 'pin', field: 'off' },
    take_back_arrived: { step: 'take-back', field: 'arrived' },
    take_back_seated: { step: 'take-back', field: 'seated' },
    undo: { step: 'undo', field: 'end' },
  };

const PAGES: Readonly<Partial<Record<PossibleAction, string>>> = {
  extend: 'extend',
  move: 'move',
  assign: 'assign',
  edit: 'edit',
  cancel: 'cancel',
};

export function actionsHtml(input: BookingInput, possible: readonly PossibleAction[]): Html {
  const { card } = input.words.actions;
  const isSitting = possible.includes('take_back_seated');
  const next = nextSteps(input);
  const first = next.filter((action) => possible.includes(action));
  const rest = possible.filter((action) => !next.includes(action) && action !== 'revert');
  return html`<section class="do" aria-label="${card.actions}">
    <div class="actions first">
      ${first.map((action, i) => firstHtml(input, action, i === first.length - 1))}
    </div>
    ${isSitting && extendButtons(input)}
    <div class="actions">${rest.map((action) => restHtml(input, action))}</div>
  </section>`;
}

/** A party that nobody has seen come does not go. */
function nextSteps({ booking: { visit } }: BookingInput): readonly PossibleAction[] {
  const isThere = visit.arrivedMs !== null || visit.seatedMs !== null;
  if (visit.seatedMs !== null) return ['seat', 'leave', 'undo'];
  return isThere ? ['seat', 'undo'] : ['arrive', 'seat', 'undo'];
}

/** The last of them is what comes next: arrive, then seat, then leave. */
function firstHtml(input: BookingInput, action: PossibleAction, isNext: boolean): Html {
  const { booking, words } = input;
  if (action !== 'seat') return atOnce(input, action, isNext ? '' : 'quiet');
  const { seat } = words.actions;
  const label =
    booking.tables.length > 0 ? seat.own(tablesText(input, booking.tables)) : words.evening.actions.seat;
  const other = hrefOf(input, `/bookings/${booking.id}/seat`);
  return html`${bookingForm(input, booking, 'seat', html`<button type="submit">${label}</button>`)}
    <a class="button quiet" href="${other}">${words.actions.card.otherTables}</a>`;
}

function restHtml(input: BookingInput, action: PossibleAction): Content {
  const step = PAGES[action];
  if (step === undefined) return atOnce(input, action, 'quiet');
  const href = hrefOf(input, `/bookings/${input.booking.id}/${step}`);
  return html`<a class="button quiet" href="${href}">${input.words.evening.actions[action]}</a>`;
}

function atOnce(input: BookingInput, action: PossibleAction, className: string): Html {
  const { step, field } = AT_ONCE[action]!;
  return bookingForm(
    input,
    input.booking,
    step,
    html`${field !== undefined && html`<input type="hidden" name="as" value="${field}" />`}<button
        type="submit"
        ${className && html` class="${className}"`}
      >
        ${input.words.evening.actions[action]}
      </button>`,
  );
}
