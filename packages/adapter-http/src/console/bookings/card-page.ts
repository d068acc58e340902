/** The booking's card: notes first, then guest, time and tables, available actions, and the history. */
import { type BookingMessage, changesOf, versionOf } from '@bord/engine';
import { partnerOf, possibleActions } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { languageOf, wordsIn } from '../../i18n/languages.ts';
import { capitalised } from '../../i18n/when.ts';
import { addressOf, dialUrl, oneLine, paragraphs } from '../../web/clean.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import { liveHtml } from '../live/live-html.ts';
import { clockOf, dayOf, isAllergy, nameOf, shortMoment, stageOf, tablesText } from './booking-text.ts';
import { actionsHtml } from './card-actions.ts';
import type { BookingInput } from './booking-input.ts';
import { doneNotice } from './done-notice.ts';
import { overrunParties, overrunText } from './overruns.ts';
import { changesHtml, madeHtml } from './history-html.ts';
import { cardHref, hrefOf } from './origin.ts';

export interface CardOptions {
  readonly alert?: Html;
  readonly status?: number;
}

export async function cardAnswer(
  input: BookingInput,
  { alert, status = 200 }: CardOptions = {},
): Promise<Answer> {
  const { booking, house, words, location, nowMs } = input;
  const { card, history } = words.actions;
  const possible = possibleActions(booking, location, nowMs);
  const [messages, people, notice, overruns] = await Promise.all([
    house.messages(booking.id),
    house.people(),
    status === 200 ? doneNotice(input) : null,
    possible.includes('seat') ? overrunParties(input) : [],
  ]);
  const notes = paragraphs(booking.guest.notes ?? '');
  const stage = stageOf(booking, nowMs);
  const there = overrunText(input, overruns, booking);
  return consolePage({
    input,
    section: 'evening',
    title: nameOf(input, booking),
    date: booking.serviceDate,
    status,
    notice,
    about: { locationId: location.id },
    content: html`${liveHtml(input, booking.serviceDate)}
      <article
        class="card"
        data-card="${booking.id}"
        data-date="${booking.serviceDate}"
        data-version="${versionOf(booking)}"
        data-href="${cardHref(input, booking)}"
      >
        ${alert ?? null}
        <header>
          <h1><bdi>${nameOf(input, booking)}</bdi></h1>
          <p class="stage ${stage}">${capitalised(words.evening.stages[stage])}</p>
        </header>
        ${
          notes !== '' &&
          html`<section
            class="notes${isAllergy(notes) && ' allergy'}"
            aria-label="${words.actions.form.notes}"
          >
            <p><bdi>${notes}</bdi></p>
          </section>`
        }
        <p class="facts">${factsHtml(input)}</p>
        ${there !== '' && html`<p class="fault">${there}</p>`} ${actionsHtml(input, possible)}
        <dl>${guestHtml(input)}</dl>
        <section data-changes>
          <h2>${history.title}</h2>
          ${changesHtml(input, changesOf(booking), people, madeHtml(input, booking, people))}
        </section>
        ${messages.length > 0 && messagesHtml(input, messages)}
        <p class="back">
          <a class="button quiet" href="${hrefOf(input, '', { date: booking.serviceDate })}">${card.back}</a>
        </p>
      </article>`,
  });
}

/** `4 guests · table W2 · 19:30–21:30`, and the day. */
function factsHtml(input: BookingInput): Html {
  const { booking, words } = input;
  const { startMs, endMs, partySize, tables, pinned } = booking;
  const { card } = words.actions;
  const at = tablesText(input, tables);
  return html`<strong
      >${words.evening.people(partySize)} · ${tables.length === 0 ? html`<b class="waiting">${at}</b>` : at} ·
      ${clockOf(input, startMs)}–${clockOf(input, endMs)}</strong
    >
    <small>${dayOf(input, booking.serviceDate)}${pinned && tables.length > 0 && `, ${card.pinned}`}</small>
    ${visitHtml(input)}`;
}

function visitHtml(input: BookingInput): Content {
  const { kinds } = input.words.actions.history;
  const { arrivedMs, seatedMs, leftMs } = input.booking.visit;
  const steps = [
    [kinds.arrived, arrivedMs],
    [kinds.seated, seatedMs],
    [kinds.left, leftMs],
  ] as const;
  const known = steps.flatMap(([label, ms]) => (ms === null ? [] : [`${label} ${clockOf(input, ms)}`]));
  return known.length > 0 && html`<small class="visit">${known.join(', ')}</small>`;
}

function guestHtml(input: BookingInput): Content {
  const { booking, words } = input;
  const { card, form, history } = words.actions;
  const { guest, channel, partnerBookingRef } = booking;
  const phone = oneLine(guest.phone ?? '');
  const url = dialUrl(phone);
  const email = addressOf(guest.email);
  const language = languageOf(guest.language);
  const isUnconfirmed = booking.visitor?.isConfirmed === false;
  const ways: Readonly<Record<string, Content>> = {
    web: isUnconfirmed ? html`<a href="${hrefOf(input, '/surge')}">${card.web}</a>` : card.web,
    assistant: history.assistant(''),
  };
  const through = ways[channel] ?? oneLine(partnerOf(channel) ?? history.operator);
  const facts: readonly (readonly [string, Content])[] = [
    [form.phone, url ? html`<a href="${url}">${phone}</a>` : phone || null],
    [form.email, email && html`<a href="mailto:${encodeURI(email)}">${email}</a>`],
    [card.channel, through],
    [card.reference, oneLine(partnerBookingRef ?? '') || null],
    [form.language, language ? wordsIn(language).name : guest.language],
  ];
  return facts.map(
    ([term, fact]) =>
      fact &&
      html`<dt>${term}</dt>
        <dd><bdi>${fact}</bdi></dd>`,
  );
}

function messagesHtml(input: BookingInput, messages: readonly BookingMessage[]): Html {
  const { card } = input.words.actions;
  const names: Readonly<Record<string, string>> = card.about;
  return html`<section>
    <h2>${card.messages}</h2>
    <ul class="history">
      ${messages.map(
        ({ by, about, partner, state, createdMs, lastAttemptMs, attempts, lastOutcome }) =>
          html`<li class="${state}">
            <span class="time">${shortMoment(input, lastAttemptMs ?? createdMs)}</span>
            ${by === 'mail' ? card.mail : html`${card.webhook} <bdi>${partner}</bdi>`}:
            ${names[about] ?? about},
            ${card.states[state]}${
              attempts > 1 || state === 'failed' ? html` (${card.attempts(attempts)}, ${lastOutcome})` : null
            }
          </li>`,
      )}
    </ul>
  </section>`;
}
