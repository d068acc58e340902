/** Texts about bookings: times are local to the restaurant, names are on one line. */
import { type Block, type Booking, isSeated, type LocalDate, localDateAt } from '@bord/engine';
import { bookingLine, type BookingLine, LINE_SEPARATOR } from '@bord/engine/adapters';
import type { BookingStage } from '../../i18n/languages.ts';
import { capitalised, dateText, momentText, timeText } from '../../i18n/when.ts';
import { dialUrl, oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { cardHref } from './origin.ts';

/** The stored name of a walk-in: the same in all languages. */
export const WALK_IN = 'Walk-in';

/** The guest's name; `Walk-in`, or that the guest has been erased. */
export function nameOf({ words }: Pick<ConsoleInput, 'words'>, { guest }: Pick<Booking, 'guest'>): string {
  if (guest.name === WALK_IN) return words.evening.walkIn;
  return oneLine(guest.name, 80) || words.actions.erased;
}

/** Whether notes mention an allergy: the word has the same stem in all languages of the console. */
export function isAllergy(notes: string): boolean {
  return /allerg/i.test(notes);
}

/** `tables W2 + W3`, or that the party has no table. */
export function tablesText({ words }: Pick<ConsoleInput, 'words'>, tables: readonly string[]): string {
  return words.evening.table(tables.map((id) => oneLine(id)));
}

const LINE_PARTS = ['time', 'name', 'partySize', 'tables', 'phone'] as const;

/** `19:30 Berg · 4 guests · table 4 · 072-504 93 16`, or the named parts of it. */
export function bookingText(
  input: Pick<ConsoleInput, 'words' | 'location' | 'nowMs'>,
  booking: Booking,
  parts: readonly (typeof LINE_PARTS)[number][] = LINE_PARTS,
): string {
  const { partySize, startMs, guest } = booking;
  const line: BookingLine = {
    time: shortMoment(input, startMs),
    name: nameOf(input, booking),
    partySize,
    tables: booking.tables.map((id) => oneLine(id)),
    phone: oneLine(guest.phone ?? ''),
  };
  return bookingLine(Object.fromEntries(parts.map((part) => [part, line[part]])), input.words.evening);
}

/** `19.30`: local to the restaurant. */
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

/** The time, with the day if it is not today. */
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

/** {@link bookingText} with a link to the booking and a phone number that dials. */
export function whoHtml(input: ConsoleInput, booking: Booking): Html {
  const phone = oneLine(booking.guest.phone ?? '');
  const url = dialUrl(phone);
  return html`<span class="who"
    ><span class="time">${shortMoment(input, booking.startMs)}</span>
    <a href="${cardHref(input, booking)}"><bdi>${nameOf(input, booking)}</bdi></a
    >${LINE_SEPARATOR}${bookingText(input, booking, ['partySize', 'tables'])}${
      phone && html`${LINE_SEPARATOR}${url ? html`<a class="phone" href="${url}">${phone}</a>` : phone}`
    }</span
  >`;
}

/** `Tables W2 + W3 · 19.00–22.00 · broken leg` */
export function blockText(input: ConsoleInput, { tables, startMs, endMs, reason }: Block): string {
  const time = `${shortMoment(input, startMs)}–${shortMoment(input, endMs)}`;
  const parts = [capitalised(tablesText(input, tables)), time, oneLine(reason ?? '', 200)];
  return parts.filter(Boolean).join(LINE_SEPARATOR);
}
