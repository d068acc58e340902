import { formatInstant, type GuestTimes } from '@bord/engine';
import { html } from '../web/html.ts';
import { capitalised } from '../i18n/when.ts';
import { frameOf, whenHtml } from './booking-page.ts';
import type { Page } from '../web/page.ts';
import { aboutFields } from './move-page.ts';
import { hrefOf, momentOf, timeOf, type Visit } from './visit.ts';

/**
 * Asks before the booking is moved, with its present and new state, and how long the new time is held.
 * @param heldUntilMs null: the time is available but not held
 */
export function confirmPage(
  visit: Visit,
  about: Pick<GuestTimes, 'date' | 'partySize'>,
  { startMs, heldUntilMs }: { readonly startMs: number; readonly heldUntilMs: number | null },
): Page {
  const { title, now, then, yes, no, held, free } = visit.page.confirm;
  const { partySize } = about;
  const { words, view } = visit;
  const { booking } = view;
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
      <p>${heldUntilMs === null ? free : held(timeOf(visit, heldUntilMs))}</p>
      <div class="actions">
        <form method="post" action="${hrefOf(visit, '/move')}">
          ${aboutFields(about)}
          <input type="hidden" name="start" value="${formatInstant(startMs)}" />
          <button type="submit">${yes}</button>
        </form>
        <form method="post" action="${hrefOf(visit, '/move/hold')}">
          ${aboutFields(about)}
          <button class="quiet" type="submit">${no}</button>
        </form>
      </div>`,
  };
}
