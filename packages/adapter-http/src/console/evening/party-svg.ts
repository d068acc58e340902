import { bookingLine, LINE_SEPARATOR } from '@bord/engine/adapters';
import { oneLine } from '../../web/clean.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { type Across, percent } from './across.ts';
import { type BoardPiece, em, type PartyBox } from './board-layout.ts';
import { blockKey, bookingKey, partHtml } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import type { PartyView } from './party-view.ts';
import { isBad } from './visits-html.ts';

/** The gap above and below a box, in rows. */
export const GAP = 0.04;
/** The length of the notes in a box; the booking's page shows them completely. */
const NOTES_MAX = 80;

type PartyPiece = Extract<BoardPiece, { kind: 'party' }>;
type BlockPiece = Extract<BoardPiece, { kind: 'block' }>;

/** A party as a link to its booking: a box at each of its tables, the first with its name. The script reads its attributes. */
export function partySvg({ bar, boxes }: PartyPiece, party: PartyView, view: DayView, across: Across): Html {
  const { booking, stage } = bar;
  const data = html`data-booking="${booking.id}" data-start="${bar.startMs}" data-end="${bar.endMs}"
  data-tables="${tableList(booking.tables)}" data-party="${booking.partySize}" data-stage="${stage}"
  data-version="${party.version}"`;
  const notes = party.notes === '' ? '' : ` – ${party.notes}`;
  return partHtml(
    'chart',
    bookingKey(booking.id),
    html`<a class="${classesOf(bar, party)}" href="${party.href}" ${data}
      ><title>${party.label}${notes}</title>${boxes.map((box) => boxSvg(box, bar, party, view, across))}</a
    >`,
  );
}

/** Table ids as a list separated by spaces; spaces within an id are percent-encoded. */
export function tableList(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(/[\s%]/gu, (sign) => encodeURIComponent(sign))).join(' ');
}

function classesOf({ isOther }: PartyPiece['bar'], { look, isUnseated }: PartyView): string {
  return ['party', look, isUnseated && 'waiting', isOther && 'other']
    .filter((name) => name !== false)
    .join(' ');
}

function boxSvg(
  { y, height, isFirst }: PartyBox,
  bar: PartyPiece['bar'],
  party: PartyView,
  view: DayView,
  { at, span }: Across,
): Html {
  const { x, width } = span(bar);
  const down = html`y="${em(y + GAP)}" height="${em(height - 2 * GAP)}"`;
  const buffer = span({ startMs: bar.endMs, endMs: bar.heldUntilMs });
  const laid =
    at(bar.heldUntilMs) > at(bar.endMs) &&
    html`<rect
      class="buffer"
      x="${buffer.x}"
      width="${buffer.width}"
      y="${em(y + 0.3)}"
      height="${em(height - 0.6)}"
    />`;
  return html`${laid}<svg x="${x}" width="${width}" ${down}>
      <rect class="box" />
      ${bar.stage !== 'gone' && html`<rect class="side" width="4" height="100%" rx="2" />`}
      ${overSvg(bar, party, at)}${textSvg(clearOf(bar, view, party), isFirst ? whoHtml(party, view) : joinedHtml(party, view))}
    </svg>`;
}

function overSvg(bar: PartyPiece['bar'], { overMinutes, booking }: PartyView, at: Across['at']): Html | null {
  if (overMinutes === null) return null;
  const [from, end, to] = [at(bar.startMs), at(booking.endMs), at(bar.endMs)];
  const x = to > from ? (100 * (end - from)) / (to - from) : 0;
  return html`<rect
    class="beyond"
    x="${percent(x)}"
    width="${percent(100 - x)}"
    y="100%"
    height="4"
    transform="translate(0 -4)"
  />`;
}

/** The text area of a box in percent: the longer side of the current time, or of the end if the party stays beyond it. */
function clearOf(
  { startMs, endMs }: PartyPiece['bar'],
  { timeline: { nowMs } }: DayView,
  { overMinutes, booking }: PartyView,
): readonly number[] {
  if (overMinutes !== null) return [0, (100 * (booking.endMs - startMs)) / (endMs - startMs)];
  if (nowMs === null || nowMs <= startMs || nowMs >= endMs) return [0, 100];
  const now = (100 * (nowMs - startMs)) / (endMs - startMs);
  return now < 50 ? [now, 100 - now] : [0, now];
}

/** Text in a box, cut with an ellipsis, which SVG text does not support. */
export function textSvg([from, width]: readonly number[], content: Content): Html {
  return html`<foreignObject
    ${from! > 0 && html`x="${percent(from!)}"`}
    ${width! < 100 && html`width="${percent(width!)}"`}
    ><p>${content}</p></foreignObject
  >`;
}

export const WHOLE = [0, 100] as const;

/** Signs, size, name, then the end or the delay, and notes. The size comes first, because a short box cuts the rest. */
function whoHtml(party: PartyView, { words: { evening } }: DayView): Html {
  const { booking, name, notes, mark, standing, stage, until } = party;
  const who = html`${signOf(party)}${mark}<b>${booking.partySize}</b>${LINE_SEPARATOR}<b class="name"
      ><bdi>${name}</bdi></b
    >`;
  if (stage === 'gone') return who;
  const note = notes !== '' && html` · <bdi>${oneLine(notes, NOTES_MAX)}</bdi>`;
  const isOnTime = standing === '' || standing === evening.stages[stage];
  return html`${who} <span class="more">${isOnTime ? evening.until(until) : standing}${note}</span>`;
}

/** Signs that distinguish the stages without colours. */
function signOf(party: PartyView): Html | null {
  const { stage } = party;
  const sign = isBad(party) ? '!' : stage === 'arrived' ? '●' : stage === 'gone' ? '✓' : null;
  return sign === null ? null : html`<b>${sign}</b> `;
}

function joinedHtml({ tables, name }: PartyView, { words: { evening } }: DayView): Html {
  const table = bookingLine({ tables: tables.slice(0, 1) }, evening);
  return html`<b class="name"><bdi>${name}</bdi></b
    >${LINE_SEPARATOR}${table}`;
}

/** A blocked table, as a link to its block. */
export function blockSvg(
  { block, box }: BlockPiece,
  { words: { evening }, clock, here, sheet }: DayView,
  { at }: Across,
): Html {
  const { startMs, endMs } = block;
  const table = oneLine(block.table);
  const reason = oneLine(block.reason ?? '') || evening.blocked;
  const label = `${evening.block(table, clock(startMs), clock(endMs))}: ${reason}`;
  const down = html`y="${em(box.y + GAP)}" height="${em(box.height - 2 * GAP)}"`;
  const [x, width] = [percent(at(startMs)), percent(at(endMs) - at(startMs))];
  const tables = tableList([block.table]);
  const data = html`data-block="${block.id}" data-start="${startMs}" data-end="${endMs}"
  data-tables="${tables}"`;
  const boxed = html`<svg x="${x}" width="${width}" ${down}>
    <rect class="box" />
    ${textSvg(WHOLE, html`× ${reason}`)}
  </svg>`;
  const href = html`${here}/block?date=${sheet.date}&amp;id=${encodeURIComponent(block.id)}`;
  return partHtml(
    'chart',
    blockKey(block.id, tables),
    html`<a class="block" href="${href}" ${data}><title>${label}</title>${boxed}</a>`,
  );
}
