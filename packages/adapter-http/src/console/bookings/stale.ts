/** The booking has changed since it was shown: the current card, and the changes. */
import { changesOf, versionOf } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import type { SentBooking } from './booking-input.ts';
import { cardAnswer } from './card-page.ts';
import { changesHtml } from './history-html.ts';

export async function staleAnswer(input: SentBooking): Promise<Answer> {
  const { booking, form, words } = input;
  const { stale } = words.actions;
  const changes = changesOf(booking);
  const first = changes.findIndex(({ before }) => versionOf(before) === form['seen']);
  const shownMs = Number(form['shown'] ?? NaN);
  const since = first >= 0 ? changes.slice(first) : changes.filter(({ entry }) => entry.atMs >= shownMs);
  const names = await input.house.people();
  const alert = html`<div class="refusal" role="alert">
    <h2>${stale.title}</h2>
    ${
      since.length > 0
        ? html`<p>${stale.text}</p>
            ${changesHtml(input, since, names)}`
        : html`<p>${stale.unknown}</p>`
    }
  </div>`;
  return cardAnswer(input, { alert, status: 409 });
}
