/** A day as SVG. Time is in percent, so rows and letters keep their size at any width. Its classes are those of `evening-style.ts`. */
import type { Interval } from '@bord/engine';
import type { Timeline, TimelineRow, TimelineSection } from '@bord/engine/adapters';
import { oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { type Across, acrossOf, ROW_HEIGHT } from './across.ts';
import { barsSvg } from './bars-svg.ts';
import { coversSvg } from './covers-svg.ts';
import { hoursSvg, linesSvg, nowSvg } from './time-svg.ts';

/** Pixels above the first row, for the hours. */
const HEAD_HEIGHT = 22;
/** So many rows at most keep together on a printed page. */
const PANEL_ROWS = 22;
interface Panel extends Pick<TimelineSection, 'kind' | 'area'> {
  readonly rows: readonly TimelineRow[];
  /** The section continues from the previous panel. */
  readonly isContinued: boolean;
}

/** The panels of a drawing, one below the other; those with rows, and one for the covers. */
export function timelinePanels(timeline: Timeline): Html[] {
  const across = acrossOf(timeline);
  const panels = timeline.sections.flatMap(panelsOf);
  return [...panels.map((panel) => panelHtml(panel, timeline, across)), coversHtml(timeline, across)];
}

function panelsOf({ kind, area, rows }: TimelineSection): Panel[] {
  return Array.from({ length: Math.ceil(rows.length / PANEL_ROWS) }, (_, i) => ({
    kind,
    area,
    rows: rows.slice(i * PANEL_ROWS, (i + 1) * PANEL_ROWS),
    isContinued: i > 0,
  }));
}

function panelHtml(panel: Panel, timeline: Timeline, across: Across): Html {
  const { rows } = panel;
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT + 2;
  const labels = rows.map(
    (row, i) => html`<g transform="translate(0 ${HEAD_HEIGHT + i * ROW_HEIGHT})">${labelOf(row)}</g>`,
  );
  return html`<div class="panel">
    <svg class="labels" height="${height}" aria-hidden="true">
      <text class="${panel.kind === 'unseated' ? 'area waiting' : 'area'}" y="15">${headingOf(panel)}</text>
      ${labels}
    </svg>
    <svg class="chart" height="${height}" aria-hidden="true">
      ${hoursSvg(timeline, across)}
      <svg y="${HEAD_HEIGHT}" height="${height - HEAD_HEIGHT}">
        ${rows.map((row, i) => groundOf(row, i, across))} ${linesSvg(timeline, across)}
        ${barsSvg(rows, across, timeline)} ${nowSvg(timeline, across)}
      </svg>
    </svg>
  </div>`;
}

function headingOf({ kind, area, isContinued }: Panel): string {
  const name =
    kind === 'unseated'
      ? 'No table yet'
      : kind === 'gone'
        ? 'Not in the plan'
        : oneLine(area ?? '') || 'Tables';
  return isContinued ? `${name} …` : name;
}

function labelOf({ tableId, table, lane }: TimelineRow): Html | null {
  if (tableId === null || lane > 0) return null;
  const seats =
    table && (table.seatsMin === table.seatsMax ? table.seatsMax : `${table.seatsMin}–${table.seatsMax}`);
  return html`<text class="table" y="17">${oneLine(tableId, 14)}</text>
    <text class="seats" x="100%" dx="-8" y="17">${seats}</text>`;
}

/** The background of a row: available, unavailable and out-of-season times differ in colour. */
function groundOf({ free, closed }: TimelineRow, row: number, { span }: Across): Html {
  const y = row * ROW_HEIGHT;
  const stretchOf = (kind: 'free' | 'closed') => (stretch: Interval) => {
    const { x, width } = span(stretch);
    return html`<rect class="${kind}" x="${x}" y="${y + 1}" width="${width}" height="${ROW_HEIGHT - 2}" />`;
  };
  const open = [...free.map(stretchOf('free')), ...closed.map(stretchOf('closed'))];
  return html`<rect class="row" y="${y + 1}" width="100%" height="${ROW_HEIGHT - 2}" />${open}`;
}

function coversHtml(timeline: Timeline, across: Across): Html {
  const height = 96;
  return html`<div class="panel">
    <svg class="labels" height="${height}" aria-hidden="true">
      <text class="area" y="15">Covers</text>
      <text class="seats start" y="33">that start</text>
    </svg>
    <svg class="chart" height="${height}" aria-hidden="true">
      ${hoursSvg(timeline, across)}
      <svg y="${HEAD_HEIGHT}" height="${height - HEAD_HEIGHT}">
        ${linesSvg(timeline, across)} ${coversSvg(timeline, across, height - HEAD_HEIGHT)}
        ${nowSvg(timeline, across)}
      </svg>
    </svg>
  </div>`;
}
