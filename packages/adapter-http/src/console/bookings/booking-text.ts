/** Bookings in the words of a page: times by the restaurant's clock, names on one line. */
import { type Booking, type Block, isSeated, type LocalDate, localDateAt } from '@bord/engine';
import type { BookingStage } from '../../i18n/languages.ts';
import { capitalised, dateText, momentText, timeText } from '../../i18n/when.ts';
import { dialUrl, oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { cardHref } from './origin.ts';

/** Name of a party that came in without a booking, as it is stored: the same in all languages. */
export const WALK_IN = 'Walk-in';

/** The guest's name; `Walk-in`, or that the guest has been erased. */
export function nameOf({ words }: Pick<ConsoleInput, 'words'>, { guest }: Pick<Booking, 'guest'>): string {
  if (guest.name === WALK_IN) return words.actions.walkIn;
  return oneLine(guest.name, 80) || words.actions.erased;
}

/** `W2 + W3`; empty for none. */
export function tablesText(tables: readonly string[]): string {
  return tables.map((id) => oneLine(id)).join(' + ');
}

/** `19.30`: by the restaurant's clock. */
export function clockOf({ words, location }: ClockReader, ms: number): string {
  const { when, page } = words.base;
  return timeText({ ...when, time: page.clock }, ms, location.timeZone);
}

interface ClockReader {
  readonly words: Pick<ConsoleInput['words'], 'base'>;
  readonly location: Pick<ConsoleInput['location'], 'timeZone'>;
}

/** `fredag 4 december kl. 19.30` */
export function momentOf(
  { words, location, nowMs }: Pick<ConsoleInput, 'words' | 'location' | 'nowMs'>,
  ms: number,
): string {
  return momentText(words.base.when, ms, location.timeZone, nowMs);
}

/** `Fredag 4 december` */
export function dayOf(
  { words, location, nowMs }: Pick<ConsoleInput, 'words' | 'location' | 'nowMs'>,
  date: LocalDate,
): string {
  return capitalised(dateText(words.base.when, { date, today: localDateAt(location.timeZone, nowMs) }));
}

/** The clock, and the day where it is another than today. */
export function shortMoment(input: Pick<ConsoleInput, 'words' | 'location' | 'nowMs'>, ms: number): string {
  const { timeZone } = input.location;
  const isToday = localDateAt(timeZone, ms) === localDateAt(timeZone, input.nowMs);
  return isToday ? clockOf(input, ms) : momentOf(input, ms);
}

export function stageOf(booking: Booking, nowMs: number): BookingStage {
  const { status, visit, startMs, endMs } = booking;
  if (status === 'cancelled' || status === 'no_show') return status;
  if (status === 'completed') return 'gone';
  if (isSeated(booking)) return nowMs > endMs ? 'over' : 'seated';
  if (visit.arrivedMs !== null) return 'arrived';
  return nowMs > startMs ? 'late' : 'expected';
}

/** Whom one would talk to about a table: time, name with the card behind it, size, table, and a telephone number that dials. */
export function whoHtml(input: ConsoleInput, booking: Booking): Html {
  const { guest, partySize, tables, startMs } = booking;
  const phone = oneLine(guest.phone ?? '');
  const url = dialUrl(phone);
  const at = tablesText(tables) || input.words.actions.noTable;
  const time = shortMoment(input, startMs);
  return html`<span class="who"
    ><span class="time">${time}</span>
    <a href="${cardHref(input, booking)}"><bdi>${nameOf(input, booking)}</bdi></a
    >, ${partySize},
    ${at}${url ? html` <a class="phone" href="${url}">${phone}</a>` : phone && ` ${phone}`}</span
  >`;
}

/** `W2 19.00–22.00, broken leg` */
export function blockText(input: ConsoleInput, { tables, startMs, endMs, reason }: Block): string {
  const why = oneLine(reason ?? '', 200);
  const when = `${shortMoment(input, startMs)}–${shortMoment(input, endMs)}`;
  return `${tablesText(tables)} ${when}${why && `, ${why}`}`;
}
