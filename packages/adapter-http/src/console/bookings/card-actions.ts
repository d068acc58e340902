import type { PossibleAction } from '@bord/engine/adapters';
import { type Content, html, type Html } from '../../web/html.ts';
import { bookingForm } from './booking-form.ts';
import { tablesText } from './booking-text.ts';
import type { BookingInput } from './booking-input.ts';
import { extendButtons } from './extend-form.ts';
import { hrefOf } from './origin.ts';

/** Actions with one tap. */
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

/** For each state of a visit the next action, and the three most frequent ones. */
const NEAREST: Readonly<Record<'expected' | 'arrived' | 'seated', readonly Choice[]>> = {
  expected: ['arrive', 'seat', 'move', 'assign'],
  arrived: ['seat', 'other_tables', 'move', 'edit'],
  seated: ['leave', 'lengths'],
};

/** An action, the link to other tables, or the buttons that extend a visit. */
type Choice = PossibleAction | 'other_tables' | 'lengths';

/** The next action, the most frequent ones, and the rest folded. */
export function actionsHtml(input: BookingInput, possible: readonly PossibleAction[]): Html {
  const { words } = input;
  const { arrivedMs, seatedMs } = input.booking.visit;
  const stage = seatedMs !== null ? 'seated' : arrivedMs !== null ? 'arrived' : 'expected';
  const all: readonly Choice[] = [
    ...(possible.includes('seat') ? (['other_tables'] as const) : []),
    ...(possible.includes('take_back_seated') ? (['lengths'] as const) : []),
    ...possible.filter((action) => action !== 'revert'),
  ];
  const near = NEAREST[stage].filter((choice) => all.includes(choice));
  const [first, ...others] = near.length > 0 ? near : all;
  const rest = all.filter((choice) => choice !== first && !others.includes(choice));
  return html`<section class="do" aria-label="${words.actions.card.actions}">
    ${first ? html`<div class="actions first">${choiceHtml(input, first, '')}</div>` : null}
    ${others.length > 0 && html`<div class="actions">${others.map((choice) => choiceHtml(input, choice, 'quiet'))}</div>`}
    ${
      rest.length > 0 &&
      html`<details class="rest">
        <summary>${words.board.moreActions}</summary>
        <div class="actions">${rest.map((choice) => choiceHtml(input, choice, 'quiet'))}</div>
      </details>`
    }
  </section>`;
}

function choiceHtml(input: BookingInput, choice: Choice, look: string): Content {
  const { booking, words } = input;
  if (choice === 'lengths') return extendButtons(input);
  if (choice === 'other_tables')
    return linkHtml(hrefOf(input, `/bookings/${booking.id}/seat`), words.actions.card.otherTables, look);
  if (choice === 'seat') {
    const { seat } = words.actions;
    const label =
      booking.tables.length > 0 ? seat.own(tablesText(input, booking.tables)) : words.evening.actions.seat;
    const button = html`<button type="submit" ${look && html` class="${look}"`}>${label}</button>`;
    return bookingForm(input, booking, 'seat', button);
  }
  const step = PAGES[choice];
  if (step === undefined) return atOnce(input, choice, look);
  return linkHtml(hrefOf(input, `/bookings/${booking.id}/${step}`), words.evening.actions[choice], look);
}

function linkHtml(href: string, text: string, look: string): Html {
  return html`<a class="button${look && ` ${look}`}" href="${href}">${text}</a>`;
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
