import type { TableHold } from '@bord/engine';
import type { TimelinePiece } from '@bord/engine/adapters';
import { lineText } from '../booking-line.ts';
import { plain } from '../plain.ts';
import { cutTo, widthOf, withFewMarks } from './display-width.ts';
import type { Glyphs } from './glyphs.ts';

/** Marks a party that has notes. */
export const NOTES_MARK = '*';
/** Marks a party's second table and all further ones. */
export const JOINED_MARK = '&';

type PartyPiece = Extract<TimelinePiece, { kind: 'party' }>;

/** A bar in its width; the fill is not text. */
export interface BarText {
  readonly text: string;
  /** The column, counted from the first of the bar, from which on it is fill. */
  readonly fillFrom: number;
}

/** The text of a bar of `width` columns: marks, the size, and as much of the name as fits. */
export function barText(
  piece: TimelinePiece,
  width: number,
  glyphs: Glyphs,
  cut: { readonly before: boolean; readonly after: boolean },
): BarText {
  const isBlock = piece.kind === 'block';
  const edge = isBlock ? glyphs.blocked : piece.kind === 'hold' ? glyphs.held : null;
  const left = cut.before ? glyphs.before : (edge ?? glyphs.left);
  const right = cut.after ? glyphs.after : (edge ?? glyphs.right);
  const inner = width - 2;
  const label = cutTo(labelOf(piece, inner, glyphs), inner);
  const fill = (isBlock ? glyphs.blocked : glyphs.fill).repeat(inner - widthOf(label));
  return { text: left + label + fill + right, fillFrom: 1 + widthOf(label) };
}

function labelOf(piece: TimelinePiece, inner: number, glyphs: Glyphs): string {
  if (piece.kind === 'block') return blockLabel(piece.block.reason);
  return piece.kind === 'hold' ? holdLabel(piece.hold) : partyLabel(piece, inner, glyphs);
}

/** `held · 4 guests`: the lines below the picture have the partner and the end. */
function holdLabel({ partySize, isOffer }: TableHold): string {
  return lineText({ name: isOffer ? 'offered' : 'held', partySize });
}

/** `* Berg · 4 guests`; in a narrow bar `4* Berg`; at further tables `&T1 Berg`. A size that does not fit is omitted. */
function partyLabel({ bar, part, firstTableId }: PartyPiece, inner: number, glyphs: Glyphs): string {
  const { booking } = bar;
  const name = withFewMarks(plain(booking.guest.name)) || '–';
  if (part > 0) return `${JOINED_MARK}${plain(firstTableId ?? '')} ${name}`;
  const size = String(booking.partySize);
  if (size.length > inner) return '+';
  const notes = booking.guest.notes === null ? '' : NOTES_MARK;
  const stage = bar.stage === 'expected' ? '' : glyphs[bar.stage];
  const marks = `${notes}${stage}`;
  const whole = `${marks && `${marks} `}${lineText({ name, partySize: booking.partySize })}`;
  return widthOf(whole) <= inner ? whole : `${size}${marks} ${name}`;
}

function blockLabel(reason: string | null): string {
  return reason === null ? '' : ` ${withFewMarks(plain(reason))} `;
}
