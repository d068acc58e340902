import { formatInstant, type Location, type Waiting, type WaitingParty } from '@bord/engine';
import { tableText } from './layout.ts';
import { lineText } from './booking-line.ts';
import { plain } from './plain.ts';
import { clockText } from './times.ts';

export function waitingJson(entry: Waiting): object {
  const { id, locationId, state, date, fromMs, toMs, partySize, mode, offer, bookingId, guest, channel } =
    entry;
  return {
    id,
    locationId,
    state,
    date,
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    partySize,
    mode,
    offer: offer && {
      holdId: offer.id,
      startsAt: formatInstant(offer.startMs),
      expiresAt: formatInstant(offer.expiresMs),
    },
    bookingId,
    guest,
    channel,
    partnerBookingRef: entry.partnerBookingRef,
    createdAt: formatInstant(entry.createdMs),
  };
}

/** The same on a day: why it has no table. */
export function waitingPartyJson(party: WaitingParty): object {
  const { bookedMs, nextFreeMs } = party;
  return {
    ...waitingJson(party),
    bookedAt: bookedMs === null ? null : formatInstant(bookedMs),
    nextFreeAt: nextFreeMs === null ? null : formatInstant(nextFreeMs),
  };
}

/** `2026-12-04 19:00–20:30 Berg · 2 guests · 070-123 45 67` */
export function waitingLine(entry: Waiting, location: Location): string {
  const { date, partySize, guest } = entry;
  return lineText({
    time: `${date} ${spanText(entry, location)}`,
    name: guest.name,
    partySize,
    phone: guest.phone,
  });
}

export function waitlistText(entries: readonly Waiting[], location: Location): string {
  const rows = entries.map((entry) => [
    entry.date,
    spanText(entry, location),
    `${entry.partySize}`,
    plain(entry.guest.name),
    plain(entry.guest.phone ?? entry.guest.email ?? ''),
    stateText(entry, location),
    entry.id,
  ]);
  return tableText(['date', 'would come', 'party', 'name', 'reached by', 'state', 'id'], rows);
}

/** `19:00–20:30`; one time where no other would do. */
export function spanText({ fromMs, toMs }: Waiting, { timeZone }: Location): string {
  const [from, to] = [clockText(fromMs, timeZone), clockText(toMs, timeZone)];
  return from === to ? from : `${from}–${to}`;
}

/** `waits, booked when free`, or `offered 19:00 until 18:12` */
function stateText({ state, mode, offer }: Waiting, { timeZone }: Location): string {
  if (state === 'waiting') return mode === 'book' ? 'waits, booked when free' : 'waits';
  if (!offer) return state;
  const until = clockText(offer.expiresMs, timeZone);
  const start = clockText(offer.startMs, timeZone);
  return state === 'offered' ? `offered ${start} until ${until}` : `${state}, ${start} was offered`;
}
