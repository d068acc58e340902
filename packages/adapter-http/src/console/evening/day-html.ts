/** A service date as the console shows it: the same for everybody who looks at it in one language within the same minute. */
import { html, type Html } from '../../web/html.ts';
import { boardHtml } from './board-html.ts';
import type { DayView } from './day-view.ts';
import { lineHtml } from './line-html.ts';
import { legendHtml } from './legend-html.ts';
import { unseatedHtml } from './unseated-html.ts';
import { absentHtml, visitsHtml } from './visits-html.ts';

/** Who has no table, the timeline and the list. Both are always there: the width of the screen decides, or who looks. */
export function dayHtml(view: DayView): Html {
  const { evening } = view.words;
  const board = boardHtml(view);
  const visits = visitsHtml(view);
  const isOpen = view.timeline.periods.length > 0;
  return html`${unseatedHtml(view)} ${!isOpen && html`<p class="remark">${evening.closed}</p>`}
    ${isOpen && !visits && html`<p class="remark">${evening.empty}</p>`}
    ${board && html`<div class="as-timeline" id="day-timeline">${board}${legendHtml(view)}</div>`}
    <div class="as-list" id="day-list">${visits}</div>
    ${lineHtml(view)} ${absentHtml(view)}`;
}
