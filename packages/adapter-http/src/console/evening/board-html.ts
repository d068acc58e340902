import { MINUTE_MS } from '@bord/engine';
import { LINE_SEPARATOR, type Timeline, type TimelineRow } from '@bord/engine/adapters';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { type Across, acrossOf, BREAK, percent } from './across.ts';
import { coversSvg } from './covers-svg.ts';
import { hoursSvg, linesSvg, nowSvg } from './time-svg.ts';
import { type BoardLayout, boardLayout, em } from './board-layout.ts';
import { partHtml, rowKey } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import { freeSvg, newHref } from './free-svg.ts';
import { holdSvg } from './hold-svg.ts';
import { blockSvg, partySvg } from './party-svg.ts';

/** Height in pixels of the hours above the tables, and of the covers below them. */
const HOURS_HEIGHT = 20;
const COVERS_HEIGHT = 36;

/** The timeline: tables down and time across, with hours above and covers below. Null on a day without service and bookings. */
export function boardHtml(view: DayView, label = view.words.evening.pictureLabel): Html | null {
  const { timeline } = view;
  if (timeline.axis.stretches.length === 0) return null;
  const across = acrossOf(timeline);
  const layout = boardLayout(view);
  const rows = Math.min(99, Math.ceil(layout.height));
  return html`<section
    class="board tens-${Math.floor(rows / 10)} ones-${rows % 10}"
    tabindex="0"
    aria-label="${label}"
  >
    <div class="head">${hoursHtml(view, across)}</div>
    <div class="body">${labelsSvg(view, layout)}${chartSvg(view, layout, across)}</div>
    <div class="foot">${coversHtml(view, across)}</div>
  </section>`;
}

function hoursHtml({ timeline, clock }: DayView, across: Across): Html {
  const { nowMs } = timeline;
  const now =
    nowMs !== null &&
    html`<svg class="now-mark" x="${percent(across.at(nowMs))}" overflow="visible">
      <rect x="-22" y="1" width="44" height="18" rx="9" />
      <text y="14">${clock(nowMs)}</text>
    </svg>`;
  return html`<svg class="labels" height="${HOURS_HEIGHT}" aria-hidden="true"></svg>
    <svg class="chart hours" height="${HOURS_HEIGHT}" aria-hidden="true">
      ${hoursSvg(timeline, across, nowMs)}${now}
    </svg>`;
}

function coversHtml({ timeline, words: { evening } }: DayView, across: Across): Html {
  return html`<svg class="labels" height="${COVERS_HEIGHT}" aria-hidden="true">
      <text class="heading" x="8" y="${COVERS_HEIGHT / 2}">${evening.covers}</text>
    </svg>
    <svg class="chart covers-of" height="${COVERS_HEIGHT}" aria-hidden="true">
      ${linesSvg(timeline, across)}${coversSvg(timeline, across, COVERS_HEIGHT)}${nowSvg(timeline, across)}
    </svg>`;
}

function labelsSvg(view: DayView, { height, headings, rows }: BoardLayout): Html {
  const { words } = view;
  const sections = headings.map(
    ({ kind, area, y }) =>
      html`<svg class="area" y="${em(y)}" height=".5em">
        <text class="heading ${kind}" x="8" y="55%">${headingOf(kind, area, words)}</text>
      </svg>`,
  );
  const names = rows.map(({ row, y }, n) =>
    partHtml(
      'name',
      rowKey(row.tableId ?? '', n),
      html`<svg data-table="${row.tableId ?? ''}" data-row="${n}" y="${em(y)}" height="1em">
        ${nameOf(row, view)}
      </svg>`,
    ),
  );
  return html`<svg class="labels" height="${em(height)}">${sections}${names}</svg>`;
}

function headingOf(
  kind: BoardLayout['headings'][number]['kind'],
  area: string | null,
  { evening }: DayView['words'],
): string {
  if (kind === 'unseated') return capitalised(evening.table([]));
  return kind === 'gone' ? evening.notInPlan : oneLine(area ?? '') || evening.tables;
}

function nameOf(row: TimelineRow, view: DayView): Html | null {
  const { tableId, table, lane } = row;
  if (tableId === null) return null;
  const name = oneLine(tableId);
  const { evening } = view.words;
  if (!table || lane > 0) return html`<text class="who gone" x="8" y="50%">${name}</text>`;
  const { seatsMin, seatsMax } = table;
  const seats = seatsMin === seatsMax ? seatsMax : `${seatsMin}–${seatsMax}`;
  return html`<a class="table" href="${newHref(view, tableId, row.free[0] ?? null)}"
    ><title>${evening.newAt(name + LINE_SEPARATOR + seats)}</title
    ><rect class="hit" width="100%" height="100%" /><text class="who" x="8" y="50%">${name}</text
    ><text class="seats" x="100%" dx="-8" y="50%">${seats}</text></a
  >`;
}

function chartSvg(view: DayView, layout: BoardLayout, across: Across): Html {
  const { timeline } = view;
  const { stretches } = timeline.axis;
  const breaks = stretches.slice(1).map(({ startMs }, i) => `${stretches[i]!.endMs}-${startMs}`);
  const scale = html`data-from="${stretches[0]!.startMs}" data-to="${stretches.at(-1)!.endMs}"
  data-step="${stepMs(timeline)}" data-breaks="${breaks.join(' ')}" data-break="${BREAK}"`;
  const rows = layout.rows.map(({ row, y }, n) => {
    const ground = html`<rect class="ground" y="${em(y)}" width="100%" height="1em" />`;
    return partHtml(
      'row',
      rowKey(row.tableId ?? '', n),
      html`<g class="row" data-table="${row.tableId ?? ''}" data-row="${n}"
        >${ground}${freeSvg(row, y, view, across)}</g
      >`,
    );
  });
  const pieces = layout.pieces.map((piece) => {
    if (piece.kind === 'party') return partySvg(piece, view.partyOf.get(piece.bar.booking.id)!, view, across);
    return piece.kind === 'block' ? blockSvg(piece, view, across) : holdSvg(piece, view, across);
  });
  const closedHours = timeline.closures.map((closure) => {
    const { x, width } = across.span(closure);
    return html`<rect class="closed hours" x="${x}" width="${width}" height="100%" pointer-events="none" />`;
  });
  return html`<svg class="chart" height="${em(layout.height)}" ${scale}>
    <defs>
      <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="2.5" height="8" />
      </pattern>
    </defs>
    ${rows}${closedHours}
    <g class="lines">${linesSvg(timeline, across)}</g>
    ${nowSvg(timeline, across)}${pieces}
    <g class="over-all">${nowSvg(timeline, across)}</g>
  </svg>`;
}

/** The shortest slot step of all periods; 15 minutes without a period. */
function stepMs({ periods }: Timeline): number {
  const steps = periods.flatMap(({ steps: [first] }) => (first ? [first.endMs - first.startMs] : []));
  return steps.length === 0 ? 15 * MINUTE_MS : Math.min(...steps);
}
