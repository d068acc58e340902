import { type Content, html, type Html } from '../web/html.ts';
import { frameOf, whenHtml } from './booking-page.ts';
import { type EditField, FIELD_LENGTHS, fieldsOf, type SentForm, shownName } from './edit-form.ts';
import type { Page } from '../web/page.ts';
import { hrefOf, type Visit } from './visit.ts';

/** Name, telephone and notes, to be changed (D42). With what was sent and what is wrong with it, if it was sent before. */
export function editPage(visit: Visit, sent: SentForm | null = null): Page {
  const { page, words, view } = visit;
  const { edit, move } = page;
  const shown = fieldsOf(view);
  const firstFault = sent && Object.keys(sent.faults)[0];
  const field = (
    name: EditField,
    label: string,
    set: FieldSetter,
    attributes: Html,
    hint: string | null,
  ): Html =>
    fieldHtml({
      name,
      label,
      set,
      attributes,
      hint,
      shown: shown[name],
      value: (sent?.fields ?? shown)[name],
      fault: sent?.faults[name] ?? null,
      isFocused: firstFault === name,
    });
  const { name, phone } = FIELD_LENGTHS;
  return {
    ...frameOf(visit),
    title: edit.title,
    ...(firstFault && { status: 400, heard: `${edit.check}: ${edit.title}` }),
    content: html`<div class="visit">
        ${whenHtml(visit, view.booking.startMs)}
        <p>${words.tableFor(view.booking.partySize)}</p>
      </div>
      <form method="post" action="${hrefOf(visit, '/edit')}">
        <div class="stack">
          ${field('name', edit.name, input, html` autocomplete="name" required maxlength="${name}"`, null)}
          ${field('phone', words.phone, input, html` type="tel" autocomplete="tel" maxlength="${phone}"`, null)}
          ${field('notes', words.notes, textarea, html` rows="5"`, edit.hint)}
        </div>
        <div class="actions"><button type="submit">${edit.save}</button></div>
      </form>
      <p class="back"><a class="aside" href="${hrefOf(visit, '')}">${move.back}</a></p>`,
  };
}

interface Field {
  readonly name: EditField;
  readonly label: string;
  readonly set: FieldSetter;
  readonly attributes: Html;
  readonly hint: string | null;
  readonly shown: string;
  readonly value: string;
  readonly fault: string | null;
  readonly isFocused: boolean;
}

type FieldSetter = (attributes: Html, value: string) => Html;

const input: FieldSetter = (attributes, value) => html`<input value="${value}" ${attributes} />`;

/** A line break at its beginning is none of the text. */
const textarea: FieldSetter = (attributes, value) => html`<textarea ${attributes}>${'\n'}${value}</textarea>`;

function fieldHtml({ name, label, set, attributes, hint, shown, value, fault, isFocused }: Field): Html {
  const about = [fault !== null && `${name}-fault`, hint !== null && `${name}-hint`].filter(
    (id) => id !== false,
  );
  const described: Content = about.length > 0 && html` aria-describedby="${about.join(' ')}"`;
  const invalid: Content = fault !== null && html` aria-invalid="true"`;
  const focused: Content = isFocused && html` autofocus`;
  const all = html`id="${name}" name="${name}" ${attributes}${described}${invalid}${focused}`;
  return html`<div>
    <label for="${name}">${label}</label>
    ${set(all, value)} ${fault !== null && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${hint !== null && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input type="hidden" name="${shownName(name)}" value="${shown}" />
  </div>`;
}
