import { BookingError } from '@bord/engine';
import { timeOnServiceDate } from '@bord/engine/adapters';
import { wireError } from '../../http/wire-error.ts';
import type { Answer } from '../../http/answer.ts';
import { languageOf } from '../../i18n/languages.ts';
import { linesOf } from '../../web/form-text.ts';
import { readDay, readSize } from '../bookings/form-values.ts';
import { type GuestFaults, guestFaults } from '../bookings/guest-fields.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { toList, waitlistPage } from './waitlist-page.ts';

/** Adds a party to the waitlist; an available table is booked in the same step. */
export async function sendWaiting(input: ConsoleInput & Sent): Promise<Answer> {
  const { form, house, location, words } = input;
  const { faults: texts } = words.waitlist;
  const labels = words.actions.form;
  const again = (refusal: string | null, faults: GuestFaults = {}): Promise<Answer> =>
    waitlistPage(input, { form: { ...form, date: form['day'] ?? '' }, faults, refusal, status: 422 });
  const sent = {
    name: linesOf(form['name'] ?? ''),
    phone: linesOf(form['phone'] ?? '') || null,
    email: linesOf(form['email'] ?? '') || null,
    notes: linesOf(form['notes'] ?? '') || null,
  };
  const faults = guestFaults(sent, labels);
  if (Object.keys(faults).length > 0) return again(labels.check, faults);
  const mode = form['mode'] === 'book' ? 'book' : 'offer';
  if (mode === 'offer' && sent.email === null) return again(labels.check, { email: texts.email });
  const date = readDay(form['day']);
  const partySize = readSize(form['size']);
  if (partySize === null) return again(labels.badSize);
  const at = (text: string | undefined, end?: 'end'): number | null =>
    date === null ? null : timeOnServiceDate(location, date, (text ?? '').slice(0, 5), end);
  const fromMs = at(form['from']);
  const toMs = at(form['to'] || form['from'], 'end');
  if (date === null || fromMs === null || toMs === null) return again(labels.badTime);
  const guest = { ...sent, language: languageOf(form['lang']) };
  try {
    // Tapped twice, it adds one party.
    const idempotencyKey = form['key'] || null;
    const entry = { date, fromMs, toMs, partySize, mode, guest, idempotencyKey } as const;
    return toList(input, await house.waitlist.add(entry));
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    if (error.code === 'already_waiting') return again(texts.waits);
    if (error.code !== 'invalid_request') throw error;
    return again(faultText(error, texts) ?? labels.check);
  }
}

function faultText(error: BookingError, texts: ConsoleInput['words']['waitlist']['faults']): string | null {
  const [first, second] = wireError(error).path;
  if (first === 'partySize' || first === 'email' || first === 'to') return texts[first];
  return first === 'from' && second === 'to' ? texts.window : null;
}
