import { type Booking, isSeated, type Location } from '@bord/engine';
import { plain } from './plain.ts';
import { clockText } from './times.ts';

/** `Astrid Berg, 070-123 45 67 (20:00–22:00, 4 guests at T7, pinned, bk_…)` */
export function whoText(booking: Booking, { timeZone }: Location): string {
  const { id, startMs, endMs, partySize, tables, pinned, guest } = booking;
  const who = [guest.name, guest.phone].flatMap((text) => (text ? plain(text) : [])).join(', ');
  const when = `${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}`;
  const where = `${partySize} guests ${tables.length > 0 ? `at ${plain(tables.join(' + '))}` : 'without a table'}${isSeated(booking) ? ', seated' : pinned ? ', pinned' : ''}`;
  return `${who} (${when}, ${where}, ${id})`;
}
