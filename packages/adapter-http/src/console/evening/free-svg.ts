import { type Interval, MINUTE_MS } from '@bord/engine';
import type { Timeline, TimelineRow } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import type { Across } from './across.ts';
import { em } from './board-layout.ts';
import type { DayView } from './day-view.ts';

/** The free times of a table as links to a new booking, and its times out of season. For keyboards the table's name is the link. */
export function freeSvg(
  { tableId, free, closed }: TimelineRow,
  y: number,
  view: DayView,
  { span }: Across,
): Html[] {
  const inset = html`y="${em(y + 0.03)}" height="0.94em"`;
  const stretches = free.map((stretch) => {
    const { x, width } = span(stretch);
    return html`<a class="new" href="${newHref(view, tableId!, stretch)}" tabindex="-1" aria-hidden="true"
      ><rect class="free" x="${x}" width="${width}" ${inset}
    /></a>`;
  });
  const out = closed.map((stretch) => {
    const { x, width } = span(stretch);
    return html`<rect class="closed" x="${x}" width="${width}" ${inset} /><svg
        x="${x}"
        width="${width}"
        y="${em(y)}"
        height="1em"
      >
        <text class="why" x="8" y="50%">${view.words.evening.outOfSeason}</text>
      </svg>`;
  });
  return [...stretches, ...out];
}

/** The URL of a new booking at a table; at the first slot of a stretch, if one is given. */
export function newHref({ here, sheet, timeline }: DayView, tableId: string, stretch: Interval | null): Html {
  const at = stretch && html`&amp;at=${firstSlotMs(timeline, stretch)}`;
  return html`${here}/new?date=${sheet.date}&amp;table=${encodeURIComponent(tableId)}${at}`;
}

/** The first slot in the stretch; the start of the stretch if there is none. */
function firstSlotMs({ periods }: Timeline, { startMs, endMs }: Interval): number {
  const period = periods.find((each) => each.startMs <= startMs && startMs < each.endMs);
  const [first] = period?.steps ?? [];
  const beginMs = Math.ceil(startMs / MINUTE_MS) * MINUTE_MS;
  if (!period || !first) return beginMs;
  const stepMs = first.endMs - first.startMs;
  const slotMs = period.startMs + Math.ceil((startMs - period.startMs) / stepMs) * stepMs;
  return slotMs < endMs ? slotMs : beginMs;
}
