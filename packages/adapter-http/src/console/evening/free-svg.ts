import { type Interval, MINUTE_MS } from '@bord/engine';
import type { Timeline, TimelineRow } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import type { Across } from '../../evening/across.ts';
import { em } from './board-layout.ts';
import type { DayView } from './day-view.ts';

/** When the table of a row is available, as links to a new booking, and when it is out of season. Keyboards use the table's name. */
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

/** Where a booking is made at a table; from the first slot of a stretch on, where there is one. */
export function newHref({ here, sheet, timeline }: DayView, tableId: string, stretch: Interval | null): Html {
  const at = stretch && html`&amp;at=${firstSlotMs(timeline, stretch)}`;
  return html`${here}/new?date=${sheet.date}&amp;table=${encodeURIComponent(tableId)}${at}`;
}

/** The first slot that lies in the stretch; its beginning where none does. */
function firstSlotMs({ periods }: Timeline, { startMs, endMs }: Interval): number {
  const period = periods.find((each) => each.startMs <= startMs && startMs < each.endMs);
  const [first] = period?.steps ?? [];
  const beginMs = Math.ceil(startMs / MINUTE_MS) * MINUTE_MS;
  if (!period || !first) return beginMs;
  const stepMs = first.endMs - first.startMs;
  const slotMs = period.startMs + Math.ceil((startMs - period.startMs) / stepMs) * stepMs;
  return slotMs < endMs ? slotMs : beginMs;
}
