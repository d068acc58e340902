/** A form for the guest's data of a booking (D42). Fields that the form did not change stay, even if another person has changed them. */
import type { Booking, GuestEdit, Language } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { LANGUAGES, languageOf, wordsIn } from '../../i18n/languages.ts';
import { addressOf } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { linesOf } from '../../web/form-text.ts';
import type { Query } from '../../web/page-route.ts';
import type { ConsoleInput } from '../console-route.ts';
import { bookingForm, fieldHtml } from './booking-form.ts';
import { WALK_IN } from './booking-text.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { changeAnswer } from './change-answer.ts';
import { type GuestFaults, guestFaults, GUEST_ATTRIBUTES, GUEST_FIELDS } from './guest-fields.ts';
import { cardHref } from './origin.ts';
import { type RefusalView, refusalHtml } from './refusal.ts';
import { stepPage } from './step-page.ts';

interface Sent {
  readonly form: Query;
  readonly faults: GuestFaults;
}

export function editPage(
  input: BookingInput,
  sent: Sent | null = null,
  refusal: RefusalView | null = null,
  status = 200,
): Answer {
  const { booking, words } = input;
  const { edit, form: labels } = words.actions;
  const shown = shownOf(booking);
  const hasFaults = sent !== null && Object.keys(sent.faults).length > 0;
  return stepPage(input, {
    heading: words.evening.actions.edit,
    title: hasFaults ? `${labels.check}: ${words.evening.actions.edit}` : words.evening.actions.edit,
    status: hasFaults ? 422 : status,
    refusal: refusalHtml(input, refusal),
    content: html`${bookingForm(
      input,
      booking,
      'edit',
      html`<div class="stack">
          ${GUEST_FIELDS.map(
            (name) =>
              html`${fieldHtml({
                  name,
                  label: labels[name],
                  value: sent?.form[name] ?? shown[name],
                  attributes: GUEST_ATTRIBUTES[name],
                  hint: name === 'notes' ? labels.notesHint : name === 'email' ? edit.mailNote : null,
                  fault: sent?.faults[name],
                  isLong: name === 'notes',
                })}<input type="hidden" name="${name}-shown" value="${shown[name]}" />`,
          )}
          ${languageField(input, sent?.form['lang'] ?? booking.guest.language ?? '')}
          <input type="hidden" name="lang-shown" value="${booking.guest.language ?? ''}" />
        </div>
        <p class="actions">
          <button type="submit">${labels.save}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${labels.back}</a>
        </p>`,
    )}`,
  });
}

export function languageField({ words }: Pick<ConsoleInput, 'words'>, chosen: string): Html {
  const { form } = words.actions;
  return html`<div class="field">
    <label for="lang">${form.language}</label>
    <select id="lang" name="lang">
      <option value="" ${chosen === '' && html` selected`}>${form.ofHouse}</option>
      ${LANGUAGES.map(
        (language) =>
          html`<option value="${language}" ${language === chosen && html` selected`}>
            ${wordsIn(language).name}
          </option>`,
      )}
    </select>
  </div>`;
}

export function sendEdit(input: SentBooking): Promise<Answer> | Answer {
  const { booking, form, words } = input;
  const wanted = changedIn(form);
  const faults = guestFaults(wanted, words.actions.form);
  const sent = { form, faults };
  if (Object.keys(faults).length > 0) return editPage(input, sent);
  return changeAnswer(input, {
    done: 'edited',
    act: ({ bookings }) => bookings.edit(booking.id, wanted),
    isDone: (now) => isAsWanted(now, wanted),
    again: (refusal, status) => editPage(input, sent, refusal, status),
    isOnCard: true,
    action: { kind: 'edited' },
  });
}

type Shown = Readonly<Record<(typeof GUEST_FIELDS)[number], string>>;

function shownOf({ guest }: Booking): Shown {
  const { name, phone, email, notes } = guest;
  return {
    name: name === WALK_IN ? '' : name,
    phone: phone ?? '',
    email: email ?? '',
    notes: linesOf(notes ?? ''),
  };
}

function changedIn(form: Query): GuestEdit {
  const wanted: { -readonly [F in keyof GuestEdit]: GuestEdit[F] } = {};
  for (const field of GUEST_FIELDS) {
    const value = linesOf(form[field] ?? '');
    if (form[field] === undefined || value === linesOf(form[`${field}-shown`] ?? '')) continue;
    wanted[field] = field === 'email' ? (addressOf(value) ?? value) : value;
  }
  const language: Language | null = languageOf(form['lang']);
  if (form['lang'] !== undefined && form['lang'] !== form['lang-shown']) wanted.language = language;
  return wanted;
}

function isAsWanted({ guest }: Booking, wanted: GuestEdit): boolean {
  return Object.entries(wanted).every(
    ([field, value]) => (guest[field as keyof typeof guest] ?? '') === (value ?? ''),
  );
}
