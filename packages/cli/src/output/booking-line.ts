/** Bookings, tables and party sizes in the words of the command line. */
import { ENGLISH_LINE } from '@bord/adapter-http/languages';
import { type Booking, isSeated, type Location } from '@bord/engine';
import { bookingLine, type BookingLine } from '@bord/engine/adapters';
import { plain } from './plain.ts';
import { clockText } from './times.ts';

/** `4 guests` */
export const guestsText = (count: number): string => ENGLISH_LINE.people(count);

/** `table T7`, `tables T7 + T8`, `no table` */
export const tablesText = (ids: readonly string[]): string => plain(ENGLISH_LINE.table(ids));

/** The text as it begins a sentence. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A booking's line with the texts of other people on one line each. */
export function lineText(line: BookingLine): string {
  const { name = '', phone } = line;
  const words = { people: guestsText, table: tablesText };
  return bookingLine({ ...line, name: plain(name), phone: plain(phone ?? '') }, words);
}

/** `20:00–22:00 Astrid Berg · 4 guests · table T7 · 070-123 45 67 · pinned · bk_…` */
export function bookingText(booking: Booking, { timeZone }: Pick<Location, 'timeZone'>): string {
  const { id, startMs, endMs, partySize, tables, pinned, guest } = booking;
  return lineText({
    time: `${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}`,
    name: guest.name,
    partySize,
    tables,
    phone: guest.phone,
    more: [isSeated(booking) ? 'seated' : pinned ? 'pinned' : '', id],
  });
}
