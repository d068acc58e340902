/** Finds a booking of the day by the guest's name, the end of a telephone number, or the table. */
import { type Booking, isLive, isSeated, MINUTE_MS } from '@bord/engine';
import { meantBy } from './meant-by.ts';

/** The bookings of a day that the text can mean: at a table of that name, else of that number, else of a guest whose name has these words. */
export function bookingsMeant(
  text: string,
  bookings: readonly Booking[],
  tables: readonly string[],
): readonly Booking[] {
  const [table] = meantBy(text, tables, (id) => id);
  if (table !== undefined) return bookings.filter((booking) => booking.tables.includes(table));
  const digits = digitsOf(text);
  if (digits.length >= 4 && /^[\d\s()+./-]+$/.test(text)) {
    const end = digits.replace(/^00?/, ''); // of the country or the area: the other one may be written
    return bookings.filter(({ guest }) => guest.phone !== null && digitsOf(guest.phone).endsWith(end));
  }
  const exact = meantBy(text, bookings, ({ guest }) => guest.name);
  if (exact.length > 0) return exact;
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  return bookings.filter(({ guest }) => {
    const words = wordsOf(guest.name);
    return wanted.every((word) => words.some((other) => other.startsWith(word)));
  });
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** However they are typed: `asa` is `Åsa`. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

type Such = (booking: Booking, nowMs: number) => boolean;

const live: Such = (booking) => isLive(booking);
const seated: Such = (booking) => isSeated(booking);
const arrived: Such = (booking) => isLive(booking) && booking.visit.arrivedMs !== null && !isSeated(booking);
const coming: Such = (booking, nowMs) =>
  isLive(booking) && !isSeated(booking) && booking.blockedUntilMs > nowMs;
const due: Such = (booking, nowMs) => coming(booking, nowMs) && booking.startMs <= nowMs + 60 * MINUTE_MS;
const begun: Such = (booking, nowMs) => live(booking, nowMs) && booking.startMs <= nowMs;
const ahead: Such = (booking, nowMs) => live(booking, nowMs) && booking.blockedUntilMs > nowMs;
const over: Such = ({ status }) => status === 'completed' || status === 'no_show';
const left: Such = ({ status }) => status === 'completed';

/** The states a command expects, the likeliest first. */
const LIKELIEST: Readonly<Record<string, readonly Such[]>> = {
  arrive: [due, coming],
  seat: [arrived, due, coming],
  leave: [seated, begun],
  extend: [seated, begun],
  complete: [seated, begun],
  'no-show': [(booking, nowMs) => begun(booking, nowMs) && !isSeated(booking)],
  undo: [over],
  'arrive --undo': [arrived],
  'seat --undo': [seated],
  'leave --undo': [left],
};

/** The matches in the likeliest state for the command: a seated party leaves, an expected one is seated. */
export function likeliest(command: string, meant: readonly Booking[], nowMs: number): readonly Booking[] {
  for (const such of [...(LIKELIEST[command] ?? []), ahead, live]) {
    const fitting = meant.filter((booking) => such(booking, nowMs));
    if (fitting.length > 0) return fitting;
  }
  return meant;
}
