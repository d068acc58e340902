import { bookingLine } from '@bord/engine/adapters';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { type Across, percent } from './across.ts';
import { heldText } from '../bookings/hold-text.ts';
import { type BoardPiece, em } from './board-layout.ts';
import { blockKey, partHtml } from './day-parts.ts';
import type { DayView } from './day-view.ts';
import { GAP, tableList, textSvg, WHOLE } from './party-svg.ts';

/** A held table (D35), with a link to the page that releases it. */
export function holdSvg(
  { hold, box }: Extract<BoardPiece, { kind: 'hold' }>,
  { words, clock, here }: DayView,
  { at }: Across,
): Html {
  const { startMs, endMs, partySize } = hold;
  const held = heldText(words.holds, clock, hold);
  const tables = tableList([hold.table]);
  const [x, width] = [percent(at(startMs)), percent(at(endMs) - at(startMs))];
  return partHtml(
    'chart',
    blockKey(hold.id, tables),
    html`<a
      class="held"
      href="${here}/holds"
      data-block="${hold.id}"
      data-start="${startMs}"
      data-end="${endMs}"
      data-tables="${tables}"
      ><title>
        ${words.holds.at(capitalised(words.evening.table([oneLine(hold.table)])), clock(startMs), clock(endMs), held)}</title
      ><svg x="${x}" width="${width}" y="${em(box.y + GAP)}" height="${em(box.height - 2 * GAP)}">
        <rect class="box" />
        ${textSvg(WHOLE, html`? ${bookingLine({ partySize, more: [held] }, words.evening)}`)}
      </svg></a
    >`,
  );
}
