import type { TableBlock, TableHold } from '@bord/engine';
import {
  LINE_SEPARATOR,
  partnerOf,
  type Timeline,
  type TimelinePiece,
  type TimelineRow,
} from '@bord/engine/adapters';
import { oneLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { type Across, percent, ROW_HEIGHT } from './across.ts';
import { boxesOf } from './boxes.ts';
import { clockText, lineAfterName, nameOf } from './evening-words.ts';

export function barsSvg(
  rows: readonly TimelineRow[],
  across: Across,
  { nowMs, timeZone }: Pick<Timeline, 'nowMs' | 'timeZone'>,
): Html[] {
  return boxesOf(rows).map(({ piece, firstRow, rows: count }) => {
    const y = firstRow * ROW_HEIGHT + 2;
    const height = count * ROW_HEIGHT - 4;
    if (piece.kind === 'party') return partySvg(piece, across, { y, height }, nowMs);
    return piece.kind === 'block'
      ? blockSvg(piece.block, across, { y, height })
      : holdSvg(piece.hold, across, { y, height }, timeZone);
  });
}

interface Down {
  readonly y: number;
  readonly height: number;
}

type PartyPiece = Extract<TimelinePiece, { kind: 'party' }>;

/** The time kept after a party, its box, and in it a mark for notes, the size and the name, cut where the box ends. */
function partySvg(
  { bar, part, firstTableId }: PartyPiece,
  { at, span }: Across,
  { y, height }: Down,
  nowMs: number | null,
): Html {
  const { booking, stage, isOther, endMs, heldUntilMs } = bar;
  const { x, width } = span(bar);
  const buffer = span({ startMs: endMs, endMs: heldUntilMs });
  const classes = [
    'bar',
    stage,
    ...(isOther ? ['other'] : []),
    ...(nowMs !== null && endMs <= nowMs ? ['over'] : []),
    ...(booking.tables.length === 0 ? ['waiting'] : []),
  ];
  const notes = booking.guest.notes === null ? null : html`<tspan class="mark">*</tspan>`;
  const isFirst = part === 0;
  const table = lineAfterName({ tables: [oneLine(firstTableId ?? '')] });
  const box = html`x="${x}" y="${y}" width="${width}" height="${height}"`;
  return html`${at(heldUntilMs) > at(endMs) && html`<rect class="kept" x="${buffer.x}" y="${y + 4}" width="${buffer.width}" height="${height - 8}" />`}
    <rect class="${classes.join(' ')}" ${box} rx="3" />
    <svg ${box}>
      <text class="${stage}" x="5" y="15">
        ${notes} ${isFirst && html`<tspan class="size">${booking.partySize}</tspan>${LINE_SEPARATOR}`}
        <tspan class="name">${nameOf(booking)}</tspan>${!isFirst && table}
      </text>
    </svg>`;
}

function blockSvg({ startMs, endMs, reason }: TableBlock, { at }: Across, { y, height }: Down): Html {
  const box = html`x="${percent(at(startMs))}" y="${y}" width="${percent(at(endMs) - at(startMs))}"
  height="${height}"`;
  return html`<rect class="block" ${box} />
    <svg ${box}><text class="blocked" x="5" y="15">${oneLine(reason ?? 'blocked')}</text></svg>`;
}

/** A hold at a table, with its holder and expiry. */
function holdSvg(hold: TableHold, { at }: Across, { y, height }: Down, timeZone: string): Html {
  const { startMs, endMs, partySize, expiresMs, isOffer, channel, move } = hold;
  const box = html`x="${percent(at(startMs))}" y="${y}" width="${percent(at(endMs) - at(startMs))}"
  height="${height}"`;
  const guest = move && ` for ${oneLine(move.guestName) || move.bookingId}, moving,`;
  const slug = partnerOf(channel);
  const partner = guest ?? (slug === null ? '' : ` for ${oneLine(slug)}`);
  const what = `${isOffer ? 'offered' : `held${partner}`} until ${clockText(expiresMs, timeZone)}`;
  return html`<rect class="bar held" ${box} rx="3" />
    <svg ${box}>
      <text class="held" x="5" y="15">? ${what}${lineAfterName({ partySize })}</text>
    </svg>`;
}
