import { formatInstant, type GuestTimes } from '@bord/engine';
import { html } from '../../mail/html.ts';
import { capitalised } from '../../i18n/when.ts';
import { frameOf, whenHtml } from './booking-page.ts';
import type { Page } from '../page.ts';
import { hrefOf, momentOf, type Visit } from './visit.ts';

/** Asks before the booking is moved: what it is now, and what it will be. */
export function confirmPage(
  visit: Visit,
  { date, partySize }: Pick<GuestTimes, 'date' | 'partySize'>,
  startMs: number,
): Page {
  const { title, now, then, yes, no } = visit.page.confirm;
  const { words, view } = visit;
  const { booking } = view;
  const size = `${partySize}`;
  const fields = { date, partySize: size, start: formatInstant(startMs) };
  return {
    ...frameOf(visit),
    title,
    content: html`<div class="visit">
        <p class="label">${then}</p>
        ${whenHtml(visit, startMs)}
        <p>${words.tableFor(partySize)}</p>
      </div>
      <div class="visit before">
        <p class="label">${now}</p>
        <p class="when">${capitalised(momentOf(visit, booking.startMs))}</p>
        <p>${words.tableFor(booking.partySize)}</p>
      </div>
      <div class="actions">
        <form method="post" action="${hrefOf(visit, '/move')}">
          ${Object.entries(fields).map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
          )}
          <button type="submit">${yes}</button>
        </form>
        <a class="button quiet" href="${hrefOf(visit, '/move', { date, partySize: size })}">${no}</a>
      </div>`,
  };
}
