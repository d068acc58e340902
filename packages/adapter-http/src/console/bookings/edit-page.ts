/** A form for the guest's data of a booking (D42). Fields that the form did not change stay, even if another person has changed them. */
import { type Booking, type GuestEdit, type Language, versionOf } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { LANGUAGES, languageOf, wordsIn } from '../../i18n/languages.ts';
import { addressOf, oneLine } from '../../web/clean.ts';
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
import { staleHtml } from './stale.ts';
import { stepPage } from './step-page.ts';

interface Sent {
  readonly form: Query;
  readonly faults: GuestFaults;
}

export async function editPage(
  input: BookingInput,
  sent: Sent | null = null,
  refusal: RefusalView | null = null,
  status = 200,
): Promise<Answer> {
  const { booking, words } = input;
  const { edit, form: labels } = words.actions;
  const shown = shownOf(booking);
  const changed = changedIn(sent?.form ?? {});
  const hasFaults = sent !== null && Object.keys(sent.faults).length > 0;
  return stepPage(input, {
    heading: words.evening.actions.edit,
    title: hasFaults ? `${labels.check}: ${words.evening.actions.edit}` : words.evening.actions.edit,
    status: hasFaults ? 422 : status,
    refusal: html`${sent && (await othersHtml(input, sent.form))}${refusalHtml(input, refusal)}`,
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
                  value: changed[name] ?? shown[name],
                  attributes: GUEST_ATTRIBUTES[name],
                  hint: name === 'notes' ? labels.notesHint : name === 'email' ? edit.mailNote : null,
                  fault: sent?.faults[name],
                  isLong: name === 'notes',
                })}<input type="hidden" name="${name}-shown" value="${shown[name]}" />`,
          )}
          ${languageField(input, (changed.language === undefined ? booking.guest.language : changed.language) ?? '')}
          <input type="hidden" name="lang-shown" value="${booking.guest.language ?? ''}" />
        </div>
        <p class="actions">
          <button type="submit">${labels.save}</button>
          <a class="button quiet" href="${cardHref(input, booking)}">${labels.back}</a>
        </p>`,
    )}`,
  });
}

/** The changes by others since the form was shown, with the current values of the fields that both changed. */
async function othersHtml(input: BookingInput, form: Query): Promise<Html | null> {
  const { booking, words } = input;
  if (form['seen'] === versionOf(booking)) return null;
  const shown = shownOf(booking);
  const changed = changedIn(form);
  const both = GUEST_FIELDS.filter(
    (name) => changed[name] !== undefined && linesOf(form[`${name}-shown`] ?? '') !== linesOf(shown[name]),
  );
  return staleHtml(
    { ...input, form },
    both.map(
      (name) => html`<p>${words.actions.form[name]}: <bdi>${oneLine(shown[name], Infinity) || '–'}</bdi></p>`,
    ),
  );
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
    stale: (now) => editPage({ ...input, booking: now }, sent, null, 409),
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
