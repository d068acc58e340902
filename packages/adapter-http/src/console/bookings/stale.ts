/** The booking has changed since it was shown: the changes, above the current card or above the form. */
import { changesOf, versionOf } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import type { SentBooking } from './booking-input.ts';
import { cardAnswer } from './card-page.ts';
import { changesHtml } from './history-html.ts';

export async function staleAnswer(input: SentBooking): Promise<Answer> {
  return cardAnswer(input, { alert: await staleHtml(input), status: 409 });
}

export async function staleHtml(input: SentBooking, more: Content = null): Promise<Html> {
  const { booking, form, words } = input;
  const { stale } = words.actions;
  const changes = changesOf(booking);
  const first = changes.findIndex(({ before }) => versionOf(before) === form['seen']);
  const shownMs = Number(form['shown'] ?? NaN);
  const since = first >= 0 ? changes.slice(first) : changes.filter(({ entry }) => entry.atMs >= shownMs);
  const names = await input.house.people();
  return html`<div class="refusal" role="alert">
    <h2>${stale.title}</h2>
    ${
      since.length > 0
        ? html`<p>${stale.text}</p>
            ${changesHtml(input, since, names)}`
        : html`<p>${stale.unknown}</p>`
    }
    ${more}
  </div>`;
}
