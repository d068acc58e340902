import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import type { ConsoleInput } from '../console-route.ts';
import { fieldHtml } from './booking-form.ts';
import { languageField } from './edit-page.ts';
import { GUEST_ATTRIBUTES, GUEST_FIELDS, type GuestFaults } from './guest-fields.ts';

export function guestFieldset(
  input: ConsoleInput,
  {
    form,
    faults,
    emailHint = null,
  }: { readonly form: Query; readonly faults: GuestFaults; readonly emailHint?: string | null },
): Html {
  const { booking, form: labels } = input.words.actions;
  const hints = { name: null, phone: null, email: emailHint, notes: labels.notesHint };
  return html`<fieldset>
    <legend>${booking.guest}</legend>
    <div class="stack">
      ${GUEST_FIELDS.map((name) =>
        fieldHtml({
          name,
          label: labels[name],
          value: form[name] ?? '',
          attributes: html`${GUEST_ATTRIBUTES[name]}${name === 'name' && html` required`}`,
          hint: hints[name],
          fault: faults[name],
          isLong: name === 'notes',
        }),
      )}
      ${languageField(input, form['lang'] ?? '')}
    </div>
  </fieldset>`;
}
