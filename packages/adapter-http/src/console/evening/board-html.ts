import { MINUTE_MS } from '@bord/engine';
import type { Timeline, TimelineRow } from '@bord/engine/adapters';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { type Across, acrossOf, BREAK, percent } from '../../evening/across.ts';
import { coversSvg } from '../../evening/covers-svg.ts';
import { hoursSvg, linesSvg, nowSvg } from '../../evening/time-svg.ts';
import { type BoardLayout, boardLayout, em } from './board-layout.ts';
import { partHtml, rowKey } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import { freeSvg, newHref } from './free-svg.ts';
import { holdSvg } from './hold-svg.ts';
import { blockSvg, partySvg } from './party-svg.ts';

/** Pixels of the hours, and of the covers below them. */
const HOURS_HEIGHT = 22;
const COVERS_HEIGHT = 44;
/** Up to so many rows a printed page holds with rows of a certain height; the style knows these. */
const PRINTED_ROWS = [22, 30, 46, 64];

/** The timeline: tables down and time across, above them the hours and what the kitchen gets. Null on a day on which nothing happens. */
export function boardHtml(view: DayView): Html | null {
  const { timeline } = view;
  if (timeline.axis.stretches.length === 0) return null;
  const across = acrossOf(timeline);
  const layout = boardLayout(view);
  const fit = PRINTED_ROWS.find((rows) => layout.height <= rows) ?? 'all';
  return html`<section class="board rows-${fit}" tabindex="0" aria-label="${view.words.evening.pictureLabel}">
    <div class="head">${headHtml(view, across)}</div>
    <div class="body">${labelsSvg(view, layout)}${chartSvg(view, layout, across)}</div>
  </section>`;
}

function headHtml({ timeline, words: { evening }, clock }: DayView, across: Across): Html {
  const height = HOURS_HEIGHT + COVERS_HEIGHT;
  const covers = coversSvg(timeline, across, COVERS_HEIGHT);
  const { nowMs } = timeline;
  const now =
    nowMs !== null &&
    html`<svg class="now-mark" x="${percent(across.at(nowMs))}" overflow="visible">
      <rect x="-23" y="1" width="46" height="19" rx="9.5" />
      <text y="15">${clock(nowMs)}</text>
    </svg>`;
  return html`<svg class="labels" height="${height}" aria-hidden="true">
      <text class="heading" x="8" y="${HOURS_HEIGHT + 16}">${evening.covers}</text>
    </svg>
    <svg class="chart hours" height="${height}" aria-hidden="true">
      ${hoursSvg(timeline, across)}
      <svg y="${HOURS_HEIGHT}" height="${COVERS_HEIGHT}">
        ${linesSvg(timeline, across)}${covers}${nowSvg(timeline, across)}
      </svg>
      ${now}
    </svg>`;
}

function labelsSvg(view: DayView, { height, headings, rows }: BoardLayout): Html {
  const { words } = view;
  const sections = headings.map(
    ({ kind, area, y }) =>
      html`<svg y="${em(y)}" height=".62em">
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
    ><title>${evening.newAt(`${name} ${seats}`)}</title><rect class="hit" width="100%" height="100%" /><text
      class="who"
      x="8"
      y="50%"
      >${name}</text
    ><text class="more" x="8" y="50%">${seats}</text></a
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
  return html`<svg class="chart" height="${em(layout.height)}" ${scale}>
    <defs>
      <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="2.5" height="8" />
      </pattern>
    </defs>
    ${rows}
    <g class="lines">${linesSvg(timeline, across)}</g>
    ${nowSvg(timeline, across)}${pieces}
    <g class="over-all">${nowSvg(timeline, across)}</g>
  </svg>`;
}

/** Of the periods' slot steps the shortest; a quarter of an hour where none is open. */
function stepMs({ periods }: Timeline): number {
  const steps = periods.flatMap(({ steps: [first] }) => (first ? [first.endMs - first.startMs] : []));
  return steps.length === 0 ? 15 * MINUTE_MS : Math.min(...steps);
}
