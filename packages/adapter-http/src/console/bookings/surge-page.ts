/** The latest bookings of guests without a confirmed e-mail address (D52), to cancel several at a time. */
import { type Booking, BookingError, DAY_MS, limits, MINUTE_MS } from '@bord/engine';
import { surgeOf } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { html, type Html } from '../../web/html.ts';
import { consoleRedirect } from '../console-document.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { postForm } from './booking-form.ts';
import { momentOf, shortMoment, whoHtml } from './booking-text.ts';
import { hrefOf } from './origin.ts';

/** The prefix of a checkbox's name, followed by the booking's id. */
const CHOSEN = 'cancel-';

const SURGE_MS = limits.SURGE_MINUTES * MINUTE_MS;

export async function surgePage(input: ConsoleInput): Promise<Answer> {
  const { house, words, location, nowMs, query } = input;
  const { surge } = words.holds;
  const made = await house.bookings.unconfirmed(nowMs - DAY_MS);
  const { count, isReached } = surgeAmong(input, made);
  const live = made.filter(({ status }) => status === 'confirmed');
  const max = location.bookingPage?.surgeBookings ?? null;
  return consolePage({
    input,
    section: 'evening',
    title: surge.title,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${surge.title}</h1>
      <p>${surge.text} ${max !== null && (isReached ? surge.above(count, max) : surge.below(count, max))}</p>
      ${
        live.length === 0
          ? html`<p>${surge.none}</p>`
          : postForm(
              input,
              '/surge',
              html`<p><a href="${hrefOf(input, '/surge', { all: '1' })}">${surge.all}</a></p>
                <ul class="blocks">
                  ${live.map(
                    (booking) =>
                      html`<li>
                        <label
                          ><input
                            type="checkbox"
                            name="${CHOSEN}${booking.id}"
                            ${query['all'] === '1' && html` checked`}
                          />
                          ${momentOf(input, booking.startMs)} ${whoHtml(input, booking)}
                          <small>${surge.made(shortMoment(input, booking.createdMs))}</small></label
                        >
                      </li>`,
                  )}
                </ul>
                <button class="danger" type="submit">${surge.cancel}</button>`,
            )
      }
    </div>`,
  });
}

/** Guests must confirm each further booking by e-mail. */
export async function isSurge(input: ConsoleInput): Promise<boolean> {
  const { house, location, nowMs } = input;
  if (location.bookingPage === null) return false;
  return surgeAmong(input, await house.bookings.unconfirmed(nowMs - SURGE_MS)).isReached;
}

function surgeAmong({ location, nowMs }: ConsoleInput, made: readonly Booking[]) {
  const times = made.map(({ createdMs }) => createdMs);
  return surgeOf(times, location, nowMs);
}

/** A notice of {@link isSurge}, with a way to the bookings. */
export function surgeHtml(input: ConsoleInput): Html {
  const { notice, title } = input.words.holds.surge;
  return html`<p class="notice bad" id="surge">
    ${notice} <a href="${hrefOf(input, '/surge')}">${title}</a>
  </p>`;
}

/** Cancels the chosen bookings. Ended or unknown ones are skipped. */
export async function sendSurge(input: ConsoleInput & Sent): Promise<Answer> {
  const names = Object.keys(input.form).filter((name) => name.startsWith(CHOSEN));
  for (const name of names)
    await input.house.bookings.cancel(name.slice(CHOSEN.length)).catch((error: unknown) => {
      if (!BookingError.is(error) || !ENDED.has(error.code)) throw error;
    });
  return consoleRedirect(hrefOf(input, '/surge'));
}

const ENDED: ReadonlySet<string> = new Set(['not_cancellable', 'booking_not_found']);
