/** A waiting party as text: its times, why it has no table, and its contact. */
import type { WaitingParty } from '@bord/engine';
import type { BookingLineWords } from '@bord/engine/adapters';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { dialUrl, oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';

export interface WaitingReader {
  readonly waitlist: ConsoleWords['waitlist'];
  /** For an erased guest. */
  readonly nameless: string;
  readonly line: BookingLineWords;
  clock(ms: number): string;
  /** The time, with the day if it is not today. */
  moment(ms: number): string;
}

export function waitingName({ guest }: Pick<WaitingParty, 'guest'>, { nameless }: WaitingReader): string {
  return oneLine(guest.name, 80) || nameless;
}

export function waitingHtml(party: WaitingParty, reader: WaitingReader, end: Html | null = null): Html {
  const { waitlist, line, moment } = reader;
  const phone = oneLine(party.guest.phone ?? '');
  const url = dialUrl(phone);
  const email = oneLine(party.guest.email ?? '');
  const contact = url ? html`<a href="${url}">${phone}</a>` : phone || email;
  const facts = [line.people(party.partySize), waitlist.since(moment(party.createdMs))];
  const isOffered = party.state === 'offered';
  return html`<li class="${isOffered && 'kept'}">
    <span class="time">${spanText(party, reader)}</span>
    <b><bdi>${waitingName(party, reader)}</bdi></b>
    <span class="wish">${facts.join(', ')}</span>
    <span class="stands">${standingText(party, reader)}</span>
    ${contact && html`<span class="contact">${contact}</span>`}${end}
  </li>`;
}

/** `19.00–20.30`; a single time if both ends are equal. */
function spanText({ fromMs, toMs }: WaitingParty, { clock, waitlist }: WaitingReader): string {
  return fromMs === toMs ? clock(fromMs) : waitlist.between(clock(fromMs), clock(toMs));
}

function standingText(party: WaitingParty, { waitlist, line, clock }: WaitingReader): string {
  const { offer, mode, bookedMs, nextFreeMs } = party;
  if (offer && party.state === 'offered')
    return waitlist.offered(
      offer.tables.length > 0 ? line.table(offer.tables.map((id) => oneLine(id))) : '',
      clock(offer.startMs),
      clock(offer.expiresMs),
    );
  if (bookedMs !== null) return waitlist.hasBooking(clock(bookedMs));
  const why = waitlist.noneBefore(nextFreeMs === null ? null : clock(nextFreeMs));
  return `${why}, ${waitlist.modes[mode]}`;
}
