/** Closes bookings for a while from now on: asks first, and lists the bookings that stay. */
import { BookingError, isLive, MINUTE_MS } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { choiceHtml, postForm } from './booking-form.ts';
import { whoHtml } from './booking-text.ts';
import { doneAnswer, hrefOf } from './origin.ts';

const MINUTES = [30, 60, 120] as const;

export async function closePage(input: ConsoleInput, status = 200): Promise<Answer> {
  const { words, house, location, nowMs } = input;
  const { close, form } = words.actions;
  const { bookings } = await house.bookings.sheet();
  const longestMs = nowMs + Math.max(...MINUTES) * MINUTE_MS;
  const concerned = bookings.filter(
    (booking) => isLive(booking) && booking.startMs > nowMs && booking.startMs < longestMs,
  );
  const until = (minutes: number): readonly (typeof concerned)[number][] =>
    concerned.filter(({ startMs }) => startMs < nowMs + minutes * MINUTE_MS);
  return consolePage({
    input,
    section: 'evening',
    title: close.title,
    status,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${close.title}</h1>
      <p>${close.text}</p>
      ${postForm(
        input,
        '/close',
        html`<fieldset>
            <legend>${words.actions.block.howLong}</legend>
            <div class="choices wide">
              ${MINUTES.map((minutes) =>
                choiceHtml(
                  'minutes',
                  `${minutes}`,
                  html`${close.minutes(minutes)}
                    <small>${words.evening.people(guestsOf(until(minutes)))}</small>`,
                  { isChosen: minutes === 60 },
                ),
              )}
            </div>
          </fieldset>
          <p class="actions">
            <button type="submit">${close.yes}</button>
            <a class="button quiet" href="${hrefOf(input, '')}">${form.back}</a>
          </p>`,
      )}
      ${
        concerned.length === 0
          ? html`<p>${close.nobody}</p>`
          : html`<h2>${close.concerned}</h2>
              <ul class="list">
                ${concerned.map((booking) => html`<li>${whoHtml(input, booking)}</li>`)}
              </ul>`
      }
    </div>`,
  });
}

function guestsOf(bookings: readonly { readonly partySize: number }[]): number {
  return bookings.reduce((sum, { partySize }) => sum + partySize, 0);
}

export async function sendClose(input: ConsoleInput & Sent): Promise<Answer> {
  const minutes = MINUTES.find((one) => `${one}` === input.form['minutes']);
  if (minutes === undefined) return closePage(input, 422);
  const { id } = await input.house.closures.closeFor(minutes);
  return doneAnswer(input, { kind: 'closed', id });
}

/** Opens bookings again; idempotent. */
export async function sendOpen(input: ConsoleInput & Sent): Promise<Answer> {
  const id = input.ids['id'] ?? '';
  try {
    await input.house.closures.remove(id);
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'conflict') throw error;
  }
  return doneAnswer(input, { kind: 'opened', id });
}
