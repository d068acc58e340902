/** A new booking, in the order of a phone call: day and party size, available times, then the guest. */
import { currentServiceDate } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { languageOf } from '../../i18n/languages.ts';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { consolePage } from '../console-page.ts';
import { linesOf } from '../../web/form-text.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { fieldHtml, postForm } from './booking-form.ts';
import { freshKey } from './fresh-key.ts';
import { readDay, readInstant, readSize, readTables, readTime, tableValue } from './form-values.ts';
import { type GuestFaults, guestFaults } from './guest-fields.ts';
import { guestFieldset } from './guest-fieldset.ts';
import { doneAnswer } from './origin.ts';
import {
  type OtherTables,
  type RefusalView,
  refusalHtml,
  refusalOf,
  sentence,
  unlessInvalid,
} from './refusal.ts';
import { tableField } from './table-field.ts';
import { timesHtml } from './times-html.ts';

interface NewOptions {
  readonly form?: Query;
  readonly refusal?: RefusalView | null;
  readonly faults?: GuestFaults;
  readonly status?: number;
}

interface Wish {
  readonly day: string;
  readonly size: number;
  readonly tables: readonly string[] | null;
  readonly startMs: number | null;
}

function wishOf({ location, nowMs, query }: ConsoleInput, form: Query): Wish {
  const picked = readInstant(form['pick'] ?? form['any']);
  const at = picked ?? readInstant(form['at']);
  const dayOf = (ms: number | null): string | null => (ms === null ? null : currentServiceDate(location, ms));
  const named = readDay(form['day']) ?? dayOf(at) ?? readDay(query['date']);
  const day = dayOf(picked) ?? named ?? currentServiceDate(location, nowMs);
  const typed = picked === null && form['time'] ? readTime(location, day, form['time']) : null;
  return {
    day,
    size: readSize(form['size']) ?? 2,
    tables: readTables(form['tables'] || form['table'], location)?.tables ?? null,
    // A time of another day was chosen before the day was changed.
    startMs: typed ?? (dayOf(at) === day ? at : null),
  };
}

export async function newPage(
  input: ConsoleInput,
  { form = input.query, refusal = null, faults = {}, status = 200 }: NewOptions = {},
): Promise<Answer> {
  const { words, house, location } = input;
  const { form: labels } = words.actions;
  const wish = wishOf(input, form);
  const isKnown = (id: string): boolean => location.floorPlan.tables.some((table) => table.id === id);
  const choice = wish.tables?.every(isKnown) ? { tables: wish.tables } : undefined;
  const times = await house.bookings.times({ date: wish.day, partySize: wish.size }, choice);
  return consolePage({
    input,
    section: 'evening',
    title: words.evening.newBooking,
    date: wish.day,
    status,
    about: { locationId: location.id },
    content: html`<div class="card">
      ${refusalHtml(input, refusal, 'new')}
      <h1>${words.evening.newBooking}</h1>
      ${postForm(
        input,
        '/new',
        html`<input type="hidden" name="key" value="${form['key'] ?? freshKey()}" />
          ${wishFields(input, wish)} ${timesHtml(input, wish, times, form['time'])}
          ${guestFieldset(input, { form, faults })}
          <p class="actions"><button type="submit">${labels.book}</button></p>`,
        { id: 'new' },
      )}
    </div>`,
  });
}

function wishFields(input: ConsoleInput, { day, size, tables }: Wish): Html {
  const { form } = input.words.actions;
  return html`<div class="row">
    ${fieldHtml({ name: 'day', label: form.day, value: day, attributes: html`type="date" required` })}
    ${fieldHtml({
      name: 'size',
      label: form.size,
      value: `${size}`,
      attributes: html`type="number" inputmode="numeric" min="1" max="1000" required`,
    })}
    ${tableField(input, day, tables, form.anyTable)}
    <button class="quiet" type="submit" name="show" value="1" formnovalidate>${form.show}</button>
  </div>`;
}

/** If the named tables were rejected: other tables at the time, and other times of the date at any table. */
async function otherTables(
  { house }: ConsoleInput,
  request: { readonly startMs: number; readonly partySize: number },
  tables: readonly string[],
): Promise<OtherTables> {
  const [{ offers }, { startsMs }] = await Promise.all([
    house.bookings.tableOffers(request),
    house.bookings.alternatives(request),
  ]);
  const free = offers.filter((offer) => offer.available && tableValue(offer.tables) !== tableValue(tables));
  return { tables: free.slice(0, OFFERED_MAX).map((offer) => offer.tables), startsMs };
}

const OFFERED_MAX = 4;

export async function sendBook(input: ConsoleInput & Sent): Promise<Answer> {
  const { form, house, words } = input;
  const labels = words.actions.form;
  const wish = wishOf(input, form);
  if (['pick', 'any', 'other'].some((name) => form[name] !== undefined)) {
    const { pick, any, other, tables = '', ...rest } = form;
    const at = pick ?? any;
    const chosen = any === undefined ? (other ?? tables) : '';
    return newPage(input, { form: { ...rest, ...(at && { at, day: wish.day, time: '' }), tables: chosen } });
  }
  if (form['show'] !== undefined) return newPage(input, { form });
  const guest = {
    name: linesOf(form['name'] ?? ''),
    phone: linesOf(form['phone'] ?? '') || null,
    email: linesOf(form['email'] ?? '') || null,
    notes: linesOf(form['notes'] ?? '') || null,
    language: languageOf(form['lang']),
  };
  const faults = guestFaults(guest, labels);
  const size = readSize(form['size']);
  if (size === null || wish.startMs === null || Object.keys(faults).length > 0) {
    const text = size === null ? labels.badSize : wish.startMs === null ? labels.badTime : labels.check;
    return newPage(input, { form, faults, refusal: sentence(text), status: 422 });
  }
  const request = {
    startMs: wish.startMs,
    partySize: size,
    guest,
    idempotencyKey: form['key'] || null,
  };
  const choice = wish.tables ? { tables: wish.tables } : undefined;
  const outcome = await unlessInvalid(house.bookings.create(request, choice));
  if (outcome === null) return newPage(input, { form, refusal: sentence(labels.check), status: 422 });
  if (outcome.kind === 'refused') {
    const refusal = await refusalOf(input, outcome, () => house.bookings.alternatives(request, choice));
    const others = wish.tables && (await otherTables(input, request, wish.tables));
    return newPage(input, { form, refusal: { ...refusal, others }, status: 409 });
  }
  const { id, serviceDate } = outcome.booking;
  return doneAnswer(
    { ...input, form: { ...form, date: serviceDate } },
    { kind: 'booked', id, date: serviceDate, action: { kind: outcome.kind } },
  );
}
