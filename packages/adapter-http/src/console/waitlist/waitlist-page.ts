/** The waitlist of a day (D36): the waiting parties with the reason, a form to add one, and a confirmation before one is removed. */
import type { Waiting, WaitingParty } from '@bord/engine';
import { bookingLine } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { nullFor } from '../../http/wire-error.ts';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { postForm } from '../bookings/booking-form.ts';
import { bookingText, clockOf, dayOf, shortMoment } from '../bookings/booking-text.ts';
import type { GuestFaults } from '../bookings/guest-fields.ts';
import { hrefOf } from '../bookings/origin.ts';
import { consoleRedirect } from '../console-document.ts';
import { consolePage, dateOf } from '../console-page.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { waitingForm } from './waiting-form.ts';
import { waitingHtml, waitingName, type WaitingReader } from './waiting-text.ts';

export interface WaitlistOptions {
  readonly form?: Query;
  readonly faults?: GuestFaults;
  readonly refusal?: string | null;
  readonly status?: number;
}

export async function waitlistPage(
  input: ConsoleInput,
  { form = {}, faults = {}, refusal = null, status = 200 }: WaitlistOptions = {},
): Promise<Answer> {
  const { words, location, house } = input;
  const date = dateOf(form['date'] ? { ...input, query: { date: form['date'] } } : input);
  const { waiting = [] } = await house.bookings.sheet({ date });
  const guests = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  return consolePage({
    input,
    section: 'evening',
    title: words.waitlist.title,
    date,
    status,
    notice: await doneWith(input),
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${words.waitlist.title}</h1>
      <p class="of">
        ${dayOf(input, date)}${waiting.length > 0 && `, ${words.waitlist.counts(waiting.length, guests)}`}
      </p>
      ${
        waiting.length === 0
          ? html`<p>${words.waitlist.none}</p>`
          : html`<p><a class="button quiet" href="#add">${words.waitlist.add.title}</a></p>
              <ol class="waitlist">
                ${waiting.map((party) => waitingHtml(party, readerOf(input), leaveLink(input, party)))}
              </ol>`
      }
      ${waitingForm(input, { date, form, faults, refusal })}
      <p class="muted">${words.waitlist.text}</p>
      <p><a class="button quiet" href="${hrefOf(input, '')}">${words.actions.card.back}</a></p>
    </div>`,
  });
}

function readerOf(input: ConsoleInput): WaitingReader {
  const { words } = input;
  return {
    waitlist: words.waitlist,
    nameless: words.evening.nameless,
    line: words.evening,
    clock: (ms) => clockOf(input, ms),
    moment: (ms) => shortMoment(input, ms),
  };
}

function leaveLink(input: ConsoleInput, party: WaitingParty): Html {
  const { leave } = input.words.waitlist;
  const name = waitingName(party, readerOf(input));
  return html`<a
    class="take-off"
    href="${hrefOf(input, `/waitlist/${party.id}/leave`, { date: party.date })}"
    aria-label="${leave}: ${name}"
    >${leave}</a
  >`;
}

export async function leavePage(input: ConsoleInput): Promise<Answer> {
  const { words, location, house } = input;
  const entry = await house.waitlist.read(input.ids['id'] ?? '');
  const back = hrefOf(input, '/waitlist', { date: entry.date });
  if (entry.state !== 'waiting' && entry.state !== 'offered') return consoleRedirect(back);
  const { ask } = words.waitlist;
  const title = ask.title(waitingName(entry, readerOf(input)));
  return consolePage({
    input,
    section: 'evening',
    title,
    date: entry.date,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${title}</h1>
      <p>${ask.text}</p>
      ${postForm(
        input,
        `/waitlist/${entry.id}/leave`,
        html`<p class="actions">
          <button class="bad" type="submit">${words.waitlist.leave}</button>
          <a class="button quiet" href="${back}">${ask.no}</a>
        </p>`,
      )}
    </div>`,
  });
}

/** Removes an entry; idempotent. A booking that was made from it stays. */
export async function sendLeave(input: ConsoleInput & Sent): Promise<Answer> {
  const { id, date } = await input.house.waitlist.leave(input.ids['id'] ?? '');
  return toList(input, { id, date });
}

/** Redirects to the waitlist, with a notice about the entry. */
export function toList(input: ConsoleInput, { id, date }: Pick<Waiting, 'id' | 'date'>): Answer {
  return consoleRedirect(hrefOf(input, '/waitlist', { date, done: id }), [], {
    locationId: input.location.id,
  });
}

/** The state of the entry after an action (`?done=wt_…`); null without one. */
async function doneWith(input: ConsoleInput): Promise<Html | null> {
  const { done } = input.query;
  if (!done) return null;
  const entry = await input.house.waitlist.read(done).catch(nullFor('waitlist_entry_not_found'));
  if (!entry) return null;
  const facts = await factsOf(input, entry);
  const text = input.words.waitlist.done(waitingName(entry, readerOf(input)), entry.state, facts);
  if (entry.bookingId === null) return html`<p><bdi>${text}</bdi></p>`;
  return html`<p>
    <a href="${hrefOf(input, `/bookings/${entry.bookingId}`)}"><bdi>${text}</bdi></a>
  </p>`;
}

/** `19:30 · 4 guests · table 4` of the booking or offer; empty while it waits. */
async function factsOf(input: ConsoleInput, { bookingId, offer, partySize }: Waiting): Promise<string> {
  if (bookingId !== null)
    return bookingText(input, await input.house.bookings.read(bookingId), ['time', 'partySize', 'tables']);
  if (!offer) return '';
  const { startMs, tables } = offer;
  return bookingLine(
    { time: shortMoment(input, startMs), partySize, tables: tables.map((id) => oneLine(id)) },
    input.words.evening,
  );
}
