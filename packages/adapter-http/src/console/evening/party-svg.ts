import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { type Across, percent } from '../../evening/across.ts';
import { type BoardPiece, em, type PartyBox } from './board-layout.ts';
import { blockKey, bookingKey, partHtml } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import type { PartyView } from './party-view.ts';

/** Left free above and below a box, of a row. */
export const GAP = 0.04;
/** Of the notes, so much stands in a box; the booking's page has them whole. */
const NOTES_MAX = 80;

type PartyPiece = Extract<BoardPiece, { kind: 'party' }>;
type BlockPiece = Extract<BoardPiece, { kind: 'block' }>;

/** A party as a link to its booking: a box at each of its tables, in the first who it is. The script reads its attributes. */
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

/** Ids of tables as a list that spaces part: those within an id are written as in an address. */
export function tableList(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(/[\s%]/gu, (sign) => encodeURIComponent(sign))).join(' ');
}

function classesOf({ stage, isOther }: PartyPiece['bar'], party: PartyView): string {
  const { isUnseated, lateMinutes, overMinutes } = party;
  return [
    'party',
    stage,
    isUnseated && 'waiting',
    isOther && 'other',
    lateMinutes !== null && 'late',
    overMinutes !== null && 'over',
  ]
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
      <rect class="box" width="100%" height="100%" rx="5" />
      ${overSvg(bar, party, at)}${isFirst ? whoSvg(party, view) : joinedSvg(party)}
    </svg>`;
}

function overSvg(bar: PartyPiece['bar'], { overMinutes, booking }: PartyView, at: Across['at']): Html | null {
  if (overMinutes === null) return null;
  const [from, end, to] = [at(bar.startMs), at(booking.endMs), at(bar.endMs)];
  const x = to > from ? (100 * (end - from)) / (to - from) : 0;
  return html`<rect class="beyond" x="${percent(x)}" width="${percent(100 - x)}" height="100%" />`;
}

/** Size, signs and name, and below it what the host wants to know next: of who has gone, nothing. */
function whoSvg(party: PartyView, { words: { evening } }: DayView): Html {
  const { booking, name, notes, standing, stage, until } = party;
  const mark = notes !== '' && html`<tspan class="mark">*</tspan>`;
  const who = html`<text class="who" x="8" y="50%"
    ><tspan class="size">${booking.partySize}</tspan>${mark}${signOf(party)}
    <tspan class="name">${inBox(name)}</tspan></text
  >`;
  if (stage === 'gone') return who;
  const note = notes !== '' && html`<tspan class="note"> · ${oneLine(notes, NOTES_MAX)}</tspan>`;
  const isOnTime = standing === '' || standing === evening.stages[stage];
  return html`${who}<text class="more" x="8" y="50%"
      >${isOnTime ? evening.until(until) : standing}${note}</text
    >`;
}

/** A box cuts its text at the right, where a name that is written from right to left begins: such a one is cut at its own end. */
function inBox(name: string): string {
  return FROM_THE_RIGHT.test(name) ? oneLine(name, FROM_THE_RIGHT_MAX) : name;
}

/** The first letter of all is Hebrew, Arabic or alike. */
const FROM_THE_RIGHT = /^[^\p{L}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const FROM_THE_RIGHT_MAX = 12;

/** What tells the stages apart for who does not see the colours. */
function signOf({ stage, lateMinutes, overMinutes }: PartyView): Html | null {
  const sign =
    lateMinutes !== null || overMinutes !== null
      ? '!'
      : stage === 'arrived'
        ? '●'
        : stage === 'gone'
          ? '✓'
          : null;
  return sign === null ? null : html`<tspan class="sign"> ${sign}</tspan>`;
}

function joinedSvg({ booking, tables, name }: PartyView): Html {
  return html`<text class="who" x="8" y="50%"
    ><tspan class="size">${booking.partySize}</tspan> + ${tables[0]!}
    <tspan class="name">${inBox(name)}</tspan></text
  >`;
}

/** A table that nobody may have, as a link to what can be done about it. */
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
    <rect class="box" width="100%" height="100%" rx="5" />
    <text class="who" x="8" y="50%">× ${reason}</text>
  </svg>`;
  const href = html`${here}/block?date=${sheet.date}&amp;id=${encodeURIComponent(block.id)}`;
  return partHtml(
    'chart',
    blockKey(block.id, tables),
    html`<a class="block" href="${href}" ${data}><title>${label}</title>${boxed}</a>`,
  );
}
