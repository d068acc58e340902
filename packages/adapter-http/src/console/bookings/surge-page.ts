/** The latest bookings of guests without a confirmed e-mail address (D52), to cancel several at a time. */
import { type Booking, BookingError, DAY_MS, limits, localDateAt, MINUTE_MS } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consoleRedirect } from '../console-document.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { postForm } from './booking-form.ts';
import { momentOf, shortMoment, whoHtml } from './booking-text.ts';
import { hrefOf } from './origin.ts';

/** The prefix of a checkbox's name, followed by the booking's id. */
const CHOSEN = 'cancel-';

export async function surgePage(input: ConsoleInput): Promise<Answer> {
  const { words, location, nowMs } = input;
  const { surge } = words.holds;
  const made = await unconfirmed(input);
  const sinceMs = nowMs - limits.SURGE_MINUTES * MINUTE_MS;
  const count = made.filter(({ createdMs }) => createdMs > sinceMs).length;
  const live = made.filter(({ status }) => status === 'confirmed');
  const max = location.bookingPage?.surgeBookings ?? null;
  return consolePage({
    input,
    section: 'evening',
    title: surge.title,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${surge.title}</h1>
      <p>
        ${surge.text} ${max !== null && (count < max ? surge.below(count, max) : surge.above(count, max))}
      </p>
      ${
        live.length === 0
          ? html`<p>${surge.none}</p>`
          : postForm(
              input,
              '/surge',
              html`<ul class="blocks">
                  ${live.map(
                    (booking) =>
                      html`<li>
                        <label
                          ><input type="checkbox" name="${CHOSEN}${booking.id}" checked />
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

/** Of the last 24 hours, the latest first. */
async function unconfirmed({ house, location, nowMs }: ConsoleInput): Promise<readonly Booking[]> {
  const from = localDateAt(location.timeZone, nowMs - DAY_MS);
  const found: Booking[] = [];
  for await (const page of house.bookings.pages({ from, statuses: ['confirmed', 'cancelled'] }))
    for (const booking of page)
      if (booking.visitor?.isConfirmed === false && booking.createdMs > nowMs - DAY_MS) found.push(booking);
  return found.toSorted((a, b) => b.createdMs - a.createdMs);
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
