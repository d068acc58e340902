/** The reader's last actions on a service date, each with its undo for as long as there is one. */
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consolePage, dateOf } from '../console-page.ts';
import type { ConsoleInput } from '../console-route.ts';
import { shortMoment, whoHtml } from './booking-text.ts';
import { isUntouchedWalkIn, undoForm, undoKind } from './done-notice.ts';

const SHOWN_MAX = 10;

export async function recentPage(input: ConsoleInput): Promise<Answer> {
  const { house, words, location } = input;
  const { recent } = words.board;
  const { history } = words.actions;
  const { bookings } = await house.bookings.sheet({ date: dateOf(input) });
  const undoable = bookings
    .flatMap((booking) => {
      const undo = undoKind(input, booking);
      return undo ? [{ booking, undo, latest: booking.history.at(-1) }] : [];
    })
    .toSorted((a, b) => madeMs(b) - madeMs(a))
    .slice(0, SHOWN_MAX);
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

function madeMs({
  booking,
  latest,
}: {
  readonly booking: { readonly createdMs: number };
  readonly latest: { readonly atMs: number } | undefined;
}): number {
  return latest?.atMs ?? booking.createdMs;
}
