/** A walk-in in two taps: party size, then tables. The name is optional. */
import { currentServiceDate, MINUTE_MS } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { capitalised } from '../../i18n/when.ts';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { consolePage } from '../console-page.ts';
import { linesOf } from '../../web/form-text.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { fieldHtml, postForm } from './booking-form.ts';
import { clockOf, tablesText, WALK_IN } from './booking-text.ts';
import { freshKey } from './fresh-key.ts';
import { readSize, readTables } from './form-values.ts';
import { GUEST_ATTRIBUTES } from './guest-fields.ts';
import { doneAnswer, hrefOf } from './origin.ts';
import { type RefusalView, refusalHtml, refusalOf, sentence, unlessInvalid } from './refusal.ts';
import { isAnyOffered, offersHtml, offerView } from './table-offers-html.ts';

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8];

interface WalkInOptions {
  readonly form?: Query;
  readonly refusal?: RefusalView | null;
  readonly status?: number;
}

export async function walkInPage(
  input: ConsoleInput,
  { form = input.query, refusal = null, status = 200 }: WalkInOptions = {},
): Promise<Answer> {
  const { words } = input;
  const { walkInForm } = words.actions;
  const size = readSize(form['size']);
  return consolePage({
    input,
    section: 'evening',
    title: words.evening.walkIn,
    status,
    about: { locationId: input.location.id },
    content: html`<div class="card">
      ${refusalHtml(input, refusal)}
      ${
        size === null
          ? sizesHtml(input)
          : html`<h1>${capitalised(walkInForm.choose(words.evening.people(size)))}</h1>
              ${await tablesHtml(input, size, form)}`
      }
    </div>`,
  });
}

function sizesHtml(input: ConsoleInput): Html {
  const { walkInForm } = input.words.actions;
  return html`<h1>${walkInForm.howMany}</h1>
    <div class="sizes">
      ${SIZES.map((size) => html`<a class="button" href="${hrefOf(input, '/walk-in', { size: `${size}` })}">${size}</a>`)}
    </div>
    <form method="get" action="${input.here}/walk-in" class="row">
      ${fieldHtml({
        name: 'size',
        label: walkInForm.more,
        attributes: html`type="number" inputmode="numeric" min="1" max="1000" required`,
      })}
      <button class="quiet" type="submit">${input.words.evening.tables}</button>
    </form>`;
}

async function tablesHtml(input: ConsoleInput, size: number, form: Query): Promise<Html> {
  const { words, house } = input;
  const { walkInForm, refusal, form: labels } = words.actions;
  const found = await house.bookings.tableOffers({ partySize: size });
  const again = html`<p><a class="button quiet" href="${hrefOf(input, '/walk-in')}">${labels.back}</a></p>`;
  if (found.reason !== null)
    return html`<p>${refusal.reasons[found.reason]}</p>
      ${again}`;
  const view = await offerView(input, found, true);
  const none = found.offers.every(({ available }) => !available);
  const wait = none ? await waitText(input, size) : '';
  return html`${none && html`<p>${isAnyOffered(view) ? walkInForm.short : walkInForm.none} ${wait}</p>`}
  ${postForm(
    input,
    '/walk-in',
    html`<input type="hidden" name="size" value="${size}" />
        <input type="hidden" name="key" value="${form['key'] ?? freshKey()}" />
        ${offersHtml(input, view)}
        <details${form['name'] || form['notes'] ? html` open` : null}>
          <summary>${walkInForm.guest}</summary>
          <div class="stack">
            ${(['name', 'phone', 'notes'] as const).map((name) =>
              fieldHtml({
                name,
                label: labels[name],
                value: form[name] ?? '',
                attributes: GUEST_ATTRIBUTES[name],
                isLong: name === 'notes',
              }),
            )}
          </div>
        </details>`,
  )}
  ${again}`;
}

/** When a table is next available for this party size today, by the plan and the bookings; empty if never. */
async function waitText(input: ConsoleInput, size: number): Promise<string> {
  const { house, location, nowMs, words } = input;
  const date = currentServiceDate(location, nowMs);
  const { slots } = await house.bookings.times({ date, partySize: size });
  const next = slots.find(({ available, startMs }) => available && startMs > nowMs);
  if (!next) return '';
  const minutes = Math.ceil((next.startMs - nowMs) / MINUTE_MS);
  return words.actions.walkInForm.wait(minutes, clockOf(input, next.startMs), tablesText(input, next.tables));
}

/** Seats the party at the chosen tables. Sent twice, it creates one party. */
export async function sendWalkIn(input: ConsoleInput & Sent): Promise<Answer> {
  const { form, house, location, nowMs, words } = input;
  const size = readSize(form['size']);
  if (size === null)
    return walkInPage(input, { form: {}, refusal: sentence(words.actions.form.badSize), status: 422 });
  const choice = readTables(form['tables'], location);
  if (choice === null) return walkInPage(input, { form });
  const { tables, untilMs } = choice;
  const request = {
    startMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS,
    partySize: size,
    guest: {
      name: linesOf(form['name'] ?? '') || WALK_IN,
      phone: linesOf(form['phone'] ?? '') || null,
      notes: linesOf(form['notes'] ?? '') || null,
    },
    idempotencyKey: form['key'] || null,
  };
  const outcome = await unlessInvalid(
    house.bookings.create(request, {
      tables,
      seated: true,
      ...(untilMs !== undefined && { untilMs }),
    }),
  );
  if (outcome === null)
    return walkInPage(input, { form, refusal: sentence(words.actions.form.check), status: 422 });
  if (outcome.kind === 'refused')
    return walkInPage(input, { form, refusal: await refusalOf(input, outcome), status: 409 });
  const { id, serviceDate } = outcome.booking;
  return doneAnswer(input, { kind: 'walked_in', id, date: serviceDate, action: { kind: outcome.kind } });
}
