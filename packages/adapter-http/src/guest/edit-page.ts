import { type FieldSetter, formField, input, textarea } from '../web/form-field.ts';
import { html, type Html } from '../web/html.ts';
import { frameOf, whenHtml } from './booking-page.ts';
import { type EditField, FIELD_LENGTHS, fieldsOf, type SentForm, shownName } from './edit-form.ts';
import type { Page } from '../web/page.ts';
import { hrefOf, type Visit } from './visit.ts';

/** A form for name, phone number and notes (D42), with the submitted values and their faults, if any. */
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
    formField({
      name,
      label,
      set,
      attributes,
      hint,
      value: (sent?.fields ?? shown)[name],
      fault: sent?.faults[name] ?? null,
      isFocused: firstFault === name,
      after: html`<input type="hidden" name="${shownName(name)}" value="${shown[name]}" />`,
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
