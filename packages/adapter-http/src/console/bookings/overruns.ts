/** Parties that stay at their table beyond their end, when by the bookings the table is free. */
import { type Booking, currentServiceDate, isLive, isSeated, MINUTE_MS } from '@bord/engine';
import { LINE_SEPARATOR } from '@bord/engine/adapters';
import type { ConsoleInput } from '../console-route.ts';
import { bookingText } from './booking-text.ts';

export async function overrunParties({
  house,
  location,
  nowMs,
}: Pick<ConsoleInput, 'house' | 'location' | 'nowMs'>): Promise<readonly Booking[]> {
  const bookings = await house.bookings.list({ date: currentServiceDate(location, nowMs) });
  return bookings.filter((one) => isLive(one) && isSeated(one) && one.endMs <= nowMs);
}

/** `Still there: 17:00 Berg · table 2 · 25 min over`, of the parties at these tables; empty if there are none. */
export function overrunText(
  input: Pick<ConsoleInput, 'words' | 'location' | 'nowMs'>,
  overruns: readonly Booking[],
  { id = '', tables }: { readonly id?: string; readonly tables: readonly string[] },
): string {
  const { actions, evening } = input.words;
  const there = overruns.filter((one) => one.id !== id && one.tables.some((table) => tables.includes(table)));
  if (there.length === 0) return '';
  const minutes = ({ endMs }: Booking): number => Math.floor((input.nowMs - endMs) / MINUTE_MS);
  const parties = there.map(
    (one) =>
      bookingText(input, one, ['time', 'name', 'tables']) + LINE_SEPARATOR + evening.over(minutes(one)),
  );
  return actions.offers.stillThere(parties.join(', '));
}
