/** The reader's last actions at the restaurant on any day, each with its undo while that is possible. */
import { addDays, type Booking, currentServiceDate, type HistoryEntry } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput } from '../console-route.ts';
import { shortMoment, whoHtml } from './booking-text.ts';
import { isUntouchedWalkIn, undoForm, type UndoKind, undoKind } from './done-notice.ts';

const SHOWN_MAX = 10;

export async function recentPage(input: ConsoleInput): Promise<Answer> {
  const { house, words, location, nowMs } = input;
  const { recent } = words.board;
  const { history } = words.actions;
  // A visit of the previous day might have ended just now.
  const from = addDays(currentServiceDate(location, nowMs), -1);
  const found: Recent[] = [];
  for await (const page of house.bookings.pages({ from }))
    for (const booking of page) {
      const undo = undoKind(input, booking);
      if (undo) found.push({ booking, undo, latest: booking.history.at(-1) });
    }
  const undoable = found.toSorted((a, b) => madeMs(b) - madeMs(a)).slice(0, SHOWN_MAX);
  return consolePage({
    input,
    section: 'evening',
    title: recent.title,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${recent.title}</h1>
      <p>${undoable.length > 0 ? recent.text : recent.none}</p>
      <ul class="list">
        ${undoable.map(
          (one) =>
            html`<li>
              <span class="time">${shortMoment(input, madeMs(one))}</span>
              ${history.kinds[isUntouchedWalkIn(one.booking) ? 'created' : one.latest!.kind]}:
              ${whoHtml(input, one.booking)} ${undoForm(input, one.booking, one.undo)}
            </li>`,
        )}
      </ul>
    </div>`,
  });
}

interface Recent {
  readonly booking: Booking;
  readonly undo: UndoKind;
  readonly latest: HistoryEntry | undefined;
}

function madeMs({ booking, latest }: Recent): number {
  return latest?.atMs ?? booking.createdMs;
}
