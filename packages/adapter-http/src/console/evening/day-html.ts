/** A service date in the console: the same for all members with one language within one minute. */
import { html, type Html } from '../../web/html.ts';
import { boardHtml } from './board-html.ts';
import type { DayView } from './day-view.ts';
import { legendHtml } from './legend-html.ts';
import { railHtml } from './rail-html.ts';
import { absentHtml, ACTION_FORM, visitsHtml } from './visits-html.ts';

/** The parties that need an action, the timeline and the list. The width of the screen and the chosen view decide which ones are visible. */
export function dayHtml(view: DayView): Html {
  const { evening } = view.words;
  const board = boardHtml(view);
  const visits = visitsHtml(view);
  const isOpen = view.timeline.periods.length > 0;
  return html`${railHtml(view)}
    <div class="whole" id="day-whole">
      ${!isOpen && html`<p class="remark">${evening.closed}</p>`}
      ${isOpen && !visits && html`<p class="remark">${evening.empty}</p>`} ${closedHoursHtml(view)}
      ${board && html`<div class="as-timeline" id="day-timeline">${board}${legendHtml(view)}</div>`}
      <div class="as-list" id="day-list">${visits}</div>
      ${absentHtml(view)}${rarerHtml(view)}
    </div>`;
}

/** A button for each closure of hours that ends it. */
function closedHoursHtml({ timeline: { closures }, words, here, clock }: DayView): Html | null {
  if (closures.length === 0) return null;
  const label = words.base.console.house.closures.openAgain;
  return html`<p class="actions">
    ${closures.map(
      ({ id, startMs, endMs }) =>
        html`<button
          class="quiet"
          form="${ACTION_FORM}"
          formaction="${here}/close/${encodeURIComponent(id)}/open"
        >
          ${label(`${clock(startMs)}–${clock(endMs)}`)}
        </button>`,
    )}
  </p>`;
}

function rarerHtml({ sheet, words, here, isToday }: DayView): Html {
  const { block, close } = words.actions;
  const to = (path: string): Html => html`${here}/${path}?date=${sheet.date}`;
  return html`<p class="actions">
    <a class="button quiet" href="${to('recent')}">${words.board.recent.title}</a>
    <a class="button quiet" href="${to('block')}">${block.title}</a>
    <a class="button quiet" href="${to('waitlist')}">${words.waitlist.title}</a>
    ${isToday && html`<a class="button quiet" href="${to('close')}">${close.title}</a>`}
  </p>`;
}
