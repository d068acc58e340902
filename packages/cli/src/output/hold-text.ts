import { formatInstant, type Hold, type Location, type TableHold } from '@bord/engine';
import { partnerOf } from '@bord/engine/adapters';
import { tableText } from './layout.ts';
import { guestsText, tablesText } from './booking-line.ts';
import { plain } from './plain.ts';
import { clockText, dayText, zoneText } from './times.ts';

export function holdJson(hold: Hold): object {
  const { id, locationId, startMs, endMs, partySize, tables, expiresMs, channel, state, waitingId, move } =
    hold;
  return {
    id,
    locationId,
    startsAt: formatInstant(startMs),
    endsAt: formatInstant(endMs),
    partySize,
    tables,
    channel,
    partner: partnerOf(channel),
    state,
    waitingId,
    move: move && {
      bookingId: move.bookingId,
      guestName: move.guestName,
      startsAt: formatInstant(move.startMs),
      partySize: move.partySize,
    },
    expiresAt: formatInstant(expiresMs),
  };
}

/** `held for hotel-nord until 19:42`; an offer to a waiting party is named as an offer. */
export function heldText(
  { channel, expiresMs, isOffer, move }: Pick<TableHold, 'channel' | 'expiresMs' | 'isOffer' | 'move'>,
  { timeZone }: Pick<Location, 'timeZone'>,
): string {
  const until = `until ${clockText(expiresMs, timeZone)}`;
  if (move) return `held for ${holderText({ channel, move }, timeZone)}, ${until}`;
  return isOffer
    ? `offered to a waiting party ${until}`
    : `held for ${holderText({ channel, move }, timeZone)} ${until}`;
}

/** `hotel-nord`, or `Maja Berg, who is moving bk_… to 19:30`; a hold of the restaurant's pages is a guest's. */
function holderText({ channel, move }: Pick<Hold, 'channel' | 'move'>, timeZone: string): string {
  if (move) {
    const to = `${dayText(move.startMs, timeZone)} ${clockText(move.startMs, timeZone)}`;
    return `${plain(move.guestName) || 'a guest'}, who is moving ${move.bookingId} to ${to}`;
  }
  return plain(partnerOf(channel) ?? 'a guest');
}

/** `table T7 is held for hotel-nord until 19:42 (20:00–22:00, 4 guests, hd_…)` */
export function holdText(hold: Hold, location: Location): string {
  const { id, tables, startMs, endMs, partySize } = hold;
  const { timeZone } = location;
  const is = tables.length > 1 ? 'are' : 'is';
  const when = `${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}`;
  return `${tablesText(tables)} ${is} ${heldText(heldOf(hold), location)} (${when}, ${guestsText(partySize)}, ${id})`;
}

/** `table T7 is held for hotel-nord until 19:42 (…): wait until then, or bord holds release hd_…` */
export function holdsInTheWay(holds: readonly Hold[], location: Location): string {
  return holds
    .map((hold) => `${holdText(hold, location)}: wait until then, or ${releaseText(hold)}`)
    .join('; ');
}

export function releaseText({ id }: Pick<Hold, 'id'>): string {
  return `bord holds release ${id}`;
}

function heldOf({
  channel,
  expiresMs,
  waitingId,
  move,
}: Hold): Pick<TableHold, 'channel' | 'expiresMs' | 'isOffer' | 'move'> {
  return { channel, expiresMs, isOffer: waitingId !== null, move };
}

export function holdsText(holds: readonly Hold[], location: Pick<Location, 'timeZone'>): string {
  const { timeZone } = location;
  const rows = holds.map((hold) => {
    const { id, startMs, partySize, tables, expiresMs, state, waitingId } = hold;
    const until = `${clockText(expiresMs, timeZone)} ${zoneText(expiresMs, timeZone)}`;
    return [
      `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`,
      `${partySize}`,
      plain(tables.join(' + ')),
      waitingId === null ? holderText(hold, timeZone) : 'who waits',
      state === 'lapsed' ? `lapsed ${until}` : until,
      id,
    ];
  });
  return tableText(['start', 'party', 'tables', 'held for', 'until', 'id'], rows);
}
