import type { DaySheet, WaitingParty } from '@bord/engine';
import { guestsText, lineText, tablesText } from '../booking-line.ts';
import { clockText, dayText } from '../times.ts';
import { spanText } from '../waitlist-text.ts';
import { wrapped } from './display-width.ts';
import type { PictureStyle } from './picture.ts';

/** More would push the picture out of a window; `bord waitlist list` has them all. */
const SHOWN_MAX = 10;

/** The first of the line, in the order in which they get a table. */
export function waitingLines(sheet: DaySheet, { columns, paint }: PictureStyle): string[] {
  const { waiting = [], location, date } = sheet;
  if (waiting.length === 0) return [];
  const guests = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  const counts = `${waiting.length} ${waiting.length === 1 ? 'party' : 'parties'}, ${guestsText(guests)}`;
  const shown = waiting.slice(0, SHOWN_MAX).flatMap((party) => wrapped(partyText(party, sheet), columns));
  const left = waiting.length - SHOWN_MAX;
  const rest = `and ${left} more: bord waitlist list ${location.id} --date ${date}`;
  const [head = '', ...more] = wrapped(`Waiting for a table: ${counts}`, columns);
  return [paint.bold(head), ...more, ...shown, ...(left > 0 ? wrapped(rest, columns) : [])];
}

/** `19:00–20:30 Berg · 4 guests · 070-123 45 67: no table before 21:00, booked when free; since 17:02` */
function partyText(party: WaitingParty, sheet: DaySheet): string {
  const { guest, partySize, createdMs } = party;
  const { location, nowMs } = sheet;
  const { timeZone } = location;
  const who = lineText({
    time: spanText(party, location),
    name: guest.name,
    partySize,
    phone: guest.phone ?? guest.email,
  });
  const day = dayText(createdMs, timeZone);
  const since = `${day === dayText(nowMs, timeZone) ? '' : `${day} `}${clockText(createdMs, timeZone)}`;
  return `${who}: ${standingText(party, timeZone)}; since ${since}`;
}

/** The offer, or the reason why there is none. */
function standingText({ offer, mode, bookedMs, nextFreeMs }: WaitingParty, timeZone: string): string {
  if (offer !== null) {
    const [start, until] = [offer.startMs, offer.expiresMs].map((ms) => clockText(ms, timeZone));
    return `${tablesText(offer.tables)} at ${start} is offered until ${until}`;
  }
  if (bookedMs !== null) return `skipped, has a booking at ${clockText(bookedMs, timeZone)}`;
  const why =
    nextFreeMs === null
      ? 'no table for the rest of the day'
      : `no table before ${clockText(nextFreeMs, timeZone)}`;
  return mode === 'book' ? `${why}, booked when free` : why;
}
