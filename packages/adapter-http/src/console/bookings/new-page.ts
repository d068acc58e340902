/** A new booking, as on the phone: the day and how many, the times that can be had, then who. */
import { currentServiceDate } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { languageOf } from '../../i18n/languages.ts';
import { oneLine } from '../../web/clean.ts';
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
import { doneAnswer, originFields } from './origin.ts';
import { type RefusalView, refusalHtml, refusalOf, sentence, unlessInvalid } from './refusal.ts';
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
  const picked = readInstant(form['pick']);
  const at = picked ?? readInstant(form['at']);
  const shown = readDay(form['day']) ?? readDay(query['date']) ?? currentServiceDate(location, nowMs);
  // An alternative may lie on another day than the one that was asked for.
  const day = at === null ? shown : currentServiceDate(location, at);
  const typed = picked === null && form['time'] ? readTime(location, day, form['time']) : null;
  return {
    day,
    size: readSize(form['size']) ?? 2,
    tables: readTables(form['tables'] || form['table'], location)?.tables ?? null,
    startMs: typed ?? at,
  };
}

export async function newPage(
  input: ConsoleInput,
  { form = input.query, refusal = null, faults = {}, status = 200 }: NewOptions = {},
): Promise<Answer> {
  const { words, house, location } = input;
  const { booking, form: labels } = words.actions;
  const wish = wishOf(input, form);
  const isKnown = (id: string): boolean => location.floorPlan.tables.some((table) => table.id === id);
  const choice = wish.tables?.every(isKnown) ? { tables: wish.tables } : undefined;
  const times = await house.bookings.times({ date: wish.day, partySize: wish.size }, choice);
  return consolePage({
    input,
    section: 'evening',
    title: booking.title,
    date: wish.day,
    status,
    about: { locationId: location.id },
    content: html`<div class="card">
      ${refusalHtml(input, refusal, 'new')}
      <h1>${booking.title}</h1>
      ${wishForm(input, wish)}
      ${postForm(
        input,
        '/new',
        html`<input type="hidden" name="key" value="${form['key'] ?? freshKey()}" />
          <input type="hidden" name="day" value="${wish.day}" />
          <input type="hidden" name="size" value="${wish.size}" />
          <input type="hidden" name="tables" value="${wish.tables ? tableValue(wish.tables) : ''}" />
          ${timesHtml(input, wish, times, form['time'])} ${guestFieldset(input, { form, faults })}
          <p class="actions"><button type="submit">${labels.book}</button></p>`,
        { id: 'new' },
      )}
    </div>`,
  });
}

function wishForm(input: ConsoleInput, { day, size, tables }: Wish): Html {
  const { words, location } = input;
  const { form } = words.actions;
  const chosen = tables ? tableValue(tables) : '';
  return html`<form method="get" action="${input.here}/new" class="row">
    ${originFields(input)}
    ${fieldHtml({ name: 'day', label: form.day, value: day, attributes: html`type="date" required` })}
    ${fieldHtml({
      name: 'size',
      label: form.size,
      value: `${size}`,
      attributes: html`type="number" inputmode="numeric" min="1" max="1000" required`,
    })}
    <div class="field">
      <label for="tables">${form.tables}</label>
      <select id="tables" name="tables">
        <option value="">${form.anyTable}</option>
        ${location.floorPlan.tables.map(({ id }) => {
          const value = tableValue([id]);
          return html`<option value="${value}" ${value === chosen && html` selected`}>
            ${oneLine(id)}
          </option>`;
        })}
      </select>
    </div>
    <button class="quiet" type="submit">${form.show}</button>
  </form>`;
}

export async function sendBook(input: ConsoleInput & Sent): Promise<Answer> {
  const { form, house, words } = input;
  const labels = words.actions.form;
  const wish = wishOf(input, form);
  if (form['pick'] !== undefined) return newPage(input, { form: { ...form, time: '', at: form['pick'] } });
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
    const alternatives = () => house.bookings.alternatives(request, choice);
    return newPage(input, { form, refusal: await refusalOf(input, outcome, alternatives), status: 409 });
  }
  const { id, serviceDate } = outcome.booking;
  return doneAnswer(
    { ...input, form: { ...form, date: serviceDate } },
    { kind: 'booked', id, date: serviceDate, action: { kind: outcome.kind } },
  );
}
