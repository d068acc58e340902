/** Forms of the console: each has the token of the session, those of a booking also the version that was shown. */
import { type Booking, versionOf } from '@bord/engine';
import { type Content, html, type Html } from '../../web/html.ts';
import { formField } from '../console-document.ts';
import type { ConsoleInput } from '../console-route.ts';
import { originFields } from './origin.ts';

export interface FormOptions {
  /** The id by which buttons outside of the form submit it. */
  readonly id?: string;
  readonly className?: string;
}

export function postForm(
  input: ConsoleInput,
  path: string,
  content: Content,
  { id = '', className = '' }: FormOptions = {},
): Html {
  return html`<form
    method="post"
    action="${input.here}${path}"
    ${id && html` id="${id}"`}${className && html` class="${className}"`}
  >
    ${formField(input)}${originFields(input)}${content}
  </form>`;
}

/** A form about a booking as it is shown: if the booking has changed since, the action is rejected. */
export function bookingForm(
  input: ConsoleInput,
  booking: Booking,
  step: string,
  content: Content,
  options: FormOptions = {},
): Html {
  return postForm(
    input,
    `/bookings/${booking.id}/${step}`,
    html`<input type="hidden" name="seen" value="${versionOf(booking)}" />
      <input type="hidden" name="shown" value="${input.nowMs}" />
      ${content}`,
    options,
  );
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  /** Attributes of the input: type, length, autocomplete. */
  readonly attributes?: Html;
  readonly hint?: string | null;
  readonly fault?: string | null | undefined;
  readonly isLong?: boolean;
}

export function fieldHtml({ name, label, value = '', attributes, hint, fault, isLong }: Field): Html {
  const about = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  const all = html`id="${name}"
  name="${name}"${attributes ? html` ${attributes}` : null}${
    about && html` aria-describedby="${about}"`
  }${fault ? html` aria-invalid="true"` : null}`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${isLong ? html`<textarea ${all} rows="3">${'\n'}${value}</textarea>` : html`<input ${all} value="${value}" />`}
    ${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : null}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
  </div>`;
}

export interface ChoiceOptions {
  readonly isChosen?: boolean;
  /** Looks unavailable, but can be chosen. */
  readonly isTaken?: boolean;
  /** Several can be chosen, each as a separate field. */
  readonly isOneOfMany?: boolean;
}

export function choiceHtml(
  name: string,
  value: string,
  label: Content,
  { isChosen = false, isTaken = false, isOneOfMany = false }: ChoiceOptions = {},
): Html {
  const id = `${name}-${value}`.replaceAll(/[^A-Za-z0-9-]/g, (one) => `_${one.codePointAt(0)!.toString(16)}`);
  return html`<span class="choice${isTaken && ' taken'}"
    ><input
      type="${isOneOfMany ? 'checkbox' : 'radio'}"
      id="${id}"
      name="${name}"
      value="${value}"
      ${isChosen && html` checked`}
    /><label for="${id}">${label}</label></span
  >`;
}
