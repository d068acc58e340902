import type { Hold, TableHold } from '@bord/engine';
import { partnerOf } from '@bord/engine/adapters';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { capitalised } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import type { ConsoleInput } from '../console-route.ts';
import { clockOf, shortMoment, tablesText } from './booking-text.ts';

/** `held for hotel-nord until 19.42` */
export function heldText(
  words: ConsoleWords['holds'],
  clock: (ms: number) => string,
  { channel, expiresMs, isOffer, move }: Pick<TableHold, 'channel' | 'expiresMs' | 'isOffer' | 'move'>,
): string {
  const until = clock(expiresMs);
  if (isOffer) return words.offered(until);
  if (move) return words.moving(oneLine(move.guestName) || move.bookingId, until);
  const partner = partnerOf(channel);
  return words.held(partner && oneLine(partner), until);
}

/** `Table W2 · 19.00–22.00: held for hotel-nord until 18.42` */
export function holdText(input: ConsoleInput, hold: Hold): string {
  const { tables, startMs, endMs, waitingId } = hold;
  const held = heldText(input.words.holds, (ms) => clockOf(input, ms), {
    ...hold,
    isOffer: waitingId !== null,
  });
  const at = capitalised(tablesText(input, tables));
  return input.words.holds.at(at, shortMoment(input, startMs), clockOf(input, endMs), held);
}
