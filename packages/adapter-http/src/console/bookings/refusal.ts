import {
  type Alternatives,
  type Block,
  type Booking,
  BookingError,
  type BookOutcome,
  type ChangeOutcome,
  type Hold,
  type Reason,
} from '@bord/engine';
import { capitalised } from '../../i18n/when.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { blockText, clockOf, momentOf, shortMoment, tablesText, whoHtml } from './booking-text.ts';
import { tableValue } from './form-values.ts';
import { holdText } from './hold-text.ts';

export interface RefusalView {
  /** Null if the input is invalid, as `text` says. */
  readonly reason: Reason | null;
  readonly text?: string;
  readonly outOfSeason: readonly string[];
  readonly inTheWay: readonly Booking[];
  readonly holds: readonly Hold[];
  readonly blocks: readonly Block[];
  readonly alternatives: Alternatives | null;
  readonly others?: OtherTables | null;
  /** For a block: the first possible time. */
  readonly possibleFromMs?: number | null;
}

export interface OtherTables {
  readonly tables: readonly (readonly string[])[];
  /** Times of the same date at any table. */
  readonly startsMs: readonly number[];
}

type Refused = Extract<BookOutcome | ChangeOutcome, { readonly kind: 'refused' }>;

export async function refusalOf(
  { house }: Pick<ConsoleInput, 'house'>,
  {
    reason,
    inTheWay = [],
    holds = [],
    blocks = [],
    outOfSeason = [],
  }: Pick<Refused, 'reason' | 'inTheWay' | 'holds' | 'blocks' | 'outOfSeason'>,
  alternatives: (() => Promise<Alternatives>) | null = null,
): Promise<RefusalView> {
  const known = blocks.length > 0 ? await house.tables.blocks() : [];
  return {
    reason,
    outOfSeason,
    inTheWay: await bookingsOf({ house }, inTheWay),
    holds: await existing(holds, (id) => house.holds.read(id)),
    blocks: known.filter(({ id }) => blocks.includes(id)),
    alternatives: alternatives && reason !== 'party_size' ? await alternatives() : null,
  };
}

export function sentence(text: string): RefusalView {
  return { reason: null, text, outOfSeason: [], inTheWay: [], holds: [], blocks: [], alternatives: null };
}

/** Null if the engine rejects the input as malformed: the form is shown again with the typed values. */
export async function unlessInvalid<R>(done: Promise<R>): Promise<R | null> {
  try {
    return await done;
  } catch (error) {
    if (BookingError.is(error) && (error.code === 'invalid_request' || error.code === 'conflict'))
      return null;
    throw error;
  }
}

/** Bookings by their ids, without those that no longer exist. */
export function bookingsOf(
  { house }: Pick<ConsoleInput, 'house'>,
  ids: readonly string[],
): Promise<readonly Booking[]> {
  return existing(ids, (id) => house.bookings.read(id));
}

async function existing<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<readonly T[]> {
  const found = await Promise.all(ids.map((id) => read(id).catch(nullWhereUnknown)));
  return found.filter((one) => one !== null);
}

function nullWhereUnknown(error: unknown): null {
  if (BookingError.is(error) && /^(?:booking|hold)_not_found$/.test(error.code)) return null;
  throw error;
}

/** The rejection above a form. The alternatives are buttons that only fill in the named form. */
export function refusalHtml(input: ConsoleInput, refusal: RefusalView | null, formId = ''): Html | null {
  if (!refusal) return null;
  const { refusal: words } = input.words.actions;
  const { reason, text, outOfSeason, inTheWay, holds, blocks } = refusal;
  const isNamed = inTheWay.length + holds.length + blocks.length > 0 || outOfSeason.length > 0;
  return html`<div class="refusal" role="alert">
    <h2>${words.title}</h2>
    ${text !== undefined && html`<p>${text}</p>`}
    ${reason !== null && !(isNamed && reason === 'tables') && html`<p>${words.reasons[reason]}</p>`}
    ${outOfSeason.length > 0 && html`<p>${words.outOfSeason(tablesText(input, outOfSeason))}</p>`}
    ${
      inTheWay.length > 0 &&
      html`<h3>${words.inTheWay}</h3>
        <ul>
          ${inTheWay.map((booking) => html`<li>${whoHtml(input, booking)}</li>`)}
        </ul>`
    }
    ${
      holds.length > 0 &&
      html`<h3>${input.words.holds.inTheWay}</h3>
        <ul>
          ${holds.map((hold) => html`<li>${holdText(input, hold)}</li>`)}
        </ul>
        <p><a href="${input.here}/holds">${input.words.holds.title}</a></p>`
    }
    ${
      blocks.length > 0 &&
      html`<h3>${input.words.evening.blocked}</h3>
        <ul>
          ${blocks.map((block) => html`<li>${blockText(input, block)}</li>`)}
        </ul>`
    }
    ${refusal.possibleFromMs ? html`<p>${words.possibleFrom(shortMoment(input, refusal.possibleFromMs))}</p>` : null}
    ${refusal.others ? othersHtml(input, refusal.others, formId) : null}
    ${alternativesHtml(input, refusal, formId)}
  </div>`;
}

/** Other tables at the time, then other times of the date at any table. */
function othersHtml(input: ConsoleInput, { tables, startsMs }: OtherTables, formId: string): Html {
  const { refusal: words } = input.words.actions;
  const button = pickButton(formId);
  return html`${
    tables.length > 0 &&
    html`<h3>${words.otherTables}</h3>
      <p class="actions">
        ${tables.map((one) => button('other', tableValue(one), capitalised(tablesText(input, one))))}
      </p>`
  }
  ${
    startsMs.length > 0 &&
    html`<h3>${words.anyTable}</h3>
      <p class="actions">${startsMs.map((ms) => button('any', `${ms}`, clockOf(input, ms)))}</p>`
  }`;
}

function pickButton(formId: string): (name: string, value: string, label: string) => Html {
  return (name, value, label) =>
    html`<button class="quiet" type="submit" name="${name}" value="${value}" form="${formId}" formnovalidate>
      ${label}
    </button>`;
}

function alternativesHtml(
  input: ConsoleInput,
  { alternatives, others }: RefusalView,
  formId: string,
): Content {
  if (!alternatives) return null;
  const { refusal: words } = input.words.actions;
  const { startsMs, nextAvailable } = alternatives;
  const button = (ms: number, label: string): Html => pickButton(formId)('pick', `${ms}`, label);
  const isElsewhere = others ? others.tables.length + others.startsMs.length > 0 : false;
  if (startsMs.length === 0 && !nextAvailable) return isElsewhere ? null : html`<p>${words.nothing}</p>`;
  return html`<h3>${others ? words.atThisTable : words.alternatives}</h3>
    <p class="actions">
      ${startsMs.map((ms) => button(ms, clockOf(input, ms)))}
      ${
        startsMs.length === 0 && nextAvailable
          ? button(nextAvailable.startMs, words.next(momentOf(input, nextAvailable.startMs)))
          : null
      }
    </p>`;
}
