/** Blocks tables (D39): shows the parties that would move or lose their table, and asks before it does so. */
import {
  type Block,
  type BlockOutcome,
  type BlockRequest,
  type Booking,
  BookingError,
  currentServiceDate,
  HOUR_MS,
  MINUTE_MS,
  type TableChange,
} from '@bord/engine';
import { lastServiceOf } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { capitalised } from '../../i18n/when.ts';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { consolePage } from '../console-page.ts';
import { linesOf } from '../../web/form-text.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { choiceHtml, fieldHtml, postForm } from './booking-form.ts';
import { authorText, type People } from './history-html.ts';
import { blockText, bookingText, tablesText, whoHtml } from './booking-text.ts';
import { readDay, readTables, readTime, timeValue } from './form-values.ts';
import { doneAnswer } from './origin.ts';
import { bookingsOf, type RefusalView, refusalHtml, refusalOf, sentence } from './refusal.ts';

/** The length: one hour, two, until the end of the last service period, or a given interval. */
const LENGTHS = ['1h', '2h', 'rest', 'from'] as const;
type Length = (typeof LENGTHS)[number];

interface BlockOptions {
  readonly form?: Query;
  readonly refusal?: RefusalView | null;
  readonly status?: number;
  readonly question?: Html | null;
}

export async function blockPage(
  input: ConsoleInput,
  { form = input.query, refusal = null, status = 200, question = null }: BlockOptions = {},
): Promise<Answer> {
  const { words, location, house } = input;
  const { block } = words.actions;
  const [blocks, people] = await Promise.all([house.tables.blocks(), house.people()]);
  // A tap on a block in the drawing names that one.
  const named = blocks.filter(({ id }) => id === input.query['id']);
  const others = blocks.filter((one) => !named.includes(one));
  return consolePage({
    input,
    section: 'evening',
    title: block.title,
    status,
    about: { locationId: location.id },
    content: html`<div class="card">
      ${refusalHtml(input, refusal)} ${question}
      <h1>${block.title}</h1>
      ${named.length > 0 && listHtml(input, named, people)} ${formHtml(input, form)}
      ${
        (named.length === 0 || others.length > 0) &&
        html`<h2>${block.list}</h2>
          ${others.length === 0 ? html`<p>${block.none}</p>` : listHtml(input, others, people)}`
      }
    </div>`,
  });
}

function listHtml(input: ConsoleInput, blocks: readonly Block[], people: People): Html {
  const { block } = input.words.actions;
  return html`<ul class="blocks">
    ${blocks.map(
      (one) =>
        html`<li>
          <bdi>${blockText(input, one)}</bdi>
          <span class="muted">(<bdi>${authorText(input, one.by, people)}</bdi>)</span>
          ${postForm(
            input,
            `/block/${one.id}/unblock`,
            html`<button class="quiet" type="submit">${block.unblock}</button>`,
          )}
        </li>`,
    )}
  </ul>`;
}

function formHtml(input: ConsoleInput, form: Query): Html {
  const { words, location, nowMs } = input;
  const { block, form: labels } = words.actions;
  const chosen = tablesIn(input, form);
  const length = lengthIn(form);
  const texts: Readonly<Record<Length, string>> = {
    '1h': block.hour,
    '2h': block.twoHours,
    rest: block.restOfDay,
    from: block.fromTo,
  };
  const day = readDay(form['day']) ?? readDay(form['date']) ?? currentServiceDate(location, nowMs);
  return postForm(
    input,
    '/block',
    html`<fieldset>
        <legend>${block.choose}</legend>
        <div class="choices">
          ${location.floorPlan.tables.map(({ id }) =>
            choiceHtml(`table.${id}`, '1', capitalised(tablesText(input, [id])), {
              isChosen: chosen.includes(id),
              isOneOfMany: true,
            }),
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>${block.howLong}</legend>
        <div class="choices wide">
          ${LENGTHS.map((one) => choiceHtml('for', one, texts[one], { isChosen: one === length }))}
        </div>
        <div class="row">
          ${fieldHtml({ name: 'day', label: labels.day, value: day, attributes: html`type="date"` })}
          ${fieldHtml({
            name: 'from',
            label: labels.from,
            value: form['from'] ?? timeValue(location, nowMs),
            attributes: html`type="time"`,
          })}
          ${fieldHtml({ name: 'to', label: labels.to, value: form['to'] ?? '', attributes: html`type="time"` })}
        </div>
      </fieldset>
      ${fieldHtml({
        name: 'reason',
        label: block.reason,
        value: form['reason'] ?? '',
        attributes: html`autocomplete="off" maxlength="2000"`,
        hint: labels.optional,
      })}
      <p class="actions"><button type="submit">${block.look}</button></p>`,
  );
}

function lengthIn(form: Query): Length {
  return LENGTHS.find((one) => one === form['for']) ?? '1h';
}

function tablesIn({ location }: ConsoleInput, form: Query): readonly string[] {
  const ticked = location.floorPlan.tables
    .filter(({ id }) => form[`table.${id}`] === '1')
    .map(({ id }) => id);
  return ticked.length > 0 ? ticked : (readTables(form['tables'] || form['table'], location)?.tables ?? []);
}

function requestIn(input: ConsoleInput, form: Query): BlockRequest | null {
  const { location, nowMs } = input;
  const tables = tablesIn(input, form);
  const reason = linesOf(form['reason'] ?? '') || null;
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const length = lengthIn(form);
  if (length === 'rest') {
    const rest = lastServiceOf(location, nowMs);
    return rest && { tables, reason, ...rest };
  }
  if (length !== 'from')
    return { tables, reason, startMs, endMs: startMs + (length === '2h' ? 2 : 1) * HOUR_MS };
  const day = readDay(form['day']);
  const [fromMs, toMs] = ['from', 'to'].map((field) => day && readTime(location, day, form[field]));
  return fromMs && toMs ? { tables, reason, startMs: fromMs, endMs: toMs } : null;
}

export async function sendBlock(input: ConsoleInput & Sent): Promise<Answer> {
  const { form, house, words } = input;
  const texts = words.actions.block;
  const wrong = (text: string): Promise<Answer> =>
    blockPage(input, { form, refusal: sentence(text), status: 422 });
  const request = requestIn(input, form);
  if (request === null) return wrong(texts.noTime);
  if (request.tables.length === 0) return wrong(texts.noTables);
  const force = form['force'] === '1';
  try {
    if (form['sure'] !== '1') {
      const preview = await house.tables.preview({ ...request, force: true });
      if (preview.kind === 'refused') return await blocked(input, preview);
      const { moved, unseated } = preview;
      if (moved.length + unseated.length > 0)
        return await blockPage(input, { form, question: await questionHtml(input, preview), status: 409 });
    }
    const outcome = await house.tables.block({ ...request, force });
    if (outcome.kind === 'refused') return await blocked(input, outcome);
    return doneAnswer(input, { kind: 'blocked', id: outcome.block.id });
  } catch (error) {
    if (BookingError.is(error) && error.code === 'invalid_request') return wrong(texts.noTime);
    throw error;
  }
}

async function blocked(
  input: ConsoleInput & Sent,
  outcome: Extract<BlockOutcome, { readonly kind: 'refused' }>,
): Promise<Answer> {
  const refusal = await refusalOf(input, { reason: 'tables', ...outcome });
  const { possibleFromMs } = outcome;
  return blockPage(input, { form: input.form, refusal: { ...refusal, possibleFromMs }, status: 409 });
}

/** The parties that would move, with their new tables, and those without a table; with a button to confirm. */
async function questionHtml(
  input: ConsoleInput & Sent,
  { moved, unseated }: Extract<BlockOutcome, { readonly kind: 'blocked' }>,
): Promise<Html> {
  const { block: words } = input.words.actions;
  const known = await bookingsOf(
    input,
    [...moved, ...unseated].map(({ bookingId }) => bookingId),
  );
  const bookingOf = ({ bookingId }: TableChange): Booking | undefined =>
    known.find(({ id }) => id === bookingId);
  const fields = Object.entries(input.form).filter(
    ([name]) => !['token', 'date', 'view', 'sure', 'force'].includes(name),
  );
  return html`<div class="look" role="alert">
    <h2>${words.question}</h2>
    ${
      moved.length > 0 &&
      html`<h3>${words.moved}</h3>
        <ul>
          ${moved
            .map((change) => {
              const booking = bookingOf(change);
              return (
                booking &&
                html`<li>
                  <bdi>${bookingText(input, booking, ['time', 'name', 'partySize'])}</bdi>:
                  ${tablesText(input, change.before)} → ${tablesText(input, change.tables)}
                </li>`
              );
            })
            .map((item) => item ?? null)}
        </ul>`
    }
    ${
      unseated.length > 0 &&
      html`<h3>${words.without}</h3>
        <ul>
          ${unseated.map((change) => {
            const booking = bookingOf(change);
            return booking ? html`<li>${whoHtml(input, booking)}</li>` : null;
          })}
        </ul>`
    }
    ${postForm(
      input,
      '/block',
      html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="sure" value="1" />
        ${unseated.length > 0 && html`<input type="hidden" name="force" value="1" />`}
        <p class="actions">
          <button class="${unseated.length > 0 ? 'bad' : ''}" type="submit">
            ${unseated.length > 0 ? words.force : words.look}
          </button>
        </p>`,
    )}
  </div>`;
}

/** Removes a block; idempotent. */
export async function sendUnblock(input: ConsoleInput & Sent): Promise<Answer> {
  const id = input.ids['id'] ?? '';
  const { block: freed } = await input.house.tables.unblock(id);
  return doneAnswer(input, { kind: 'unblocked', id, tables: freed.tables });
}
