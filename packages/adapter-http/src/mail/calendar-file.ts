import type { GuestMessage } from '@bord/engine';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Words } from '../i18n/en.ts';
import { addressOf, oneLine, streetLine } from '../web/clean.ts';
import type { CalendarFile } from './letter.ts';

export interface CalendarOptions {
  readonly words: Words;
  /** The restaurant's name on one line, not empty. */
  readonly restaurant: string;
  readonly link: string | null;
  /** The address that sends the mail: calendars accept a cancellation only from the sender of the entry. */
  readonly organizer: string;
}

/**
 * The visit for the guest's calendar (D26). All mails about a booking have the same `UID`, and each change has a higher `SEQUENCE`.
 *
 * The method is `PUBLISH`, never `REQUEST`: the buttons of an invitation would suggest to guests that "No" cancels the booking. Times are in UTC,
 * which needs no time zone definition.
 */
export function calendarFile(
  message: GuestMessage,
  { words, restaurant, link, organizer }: CalendarOptions,
): CalendarFile {
  const { location, kind } = message;
  const isCancelled = kind === 'cancelled';
  const table = words.tableFor(message.partySize);
  const { address, phone, email } = location.contact;
  const toChange = link === null ? '' : `${words.mail.change}: ${link}`;
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({
    prodId: { company: 'Bord', product: 'Bookings', language: words.tag.toUpperCase() },
    method,
    events: [
      {
        id: `${message.bookingId}@bord`,
        sequence: message.sequence,
        stamp: new Date(message.madeMs),
        start: new Date(message.startMs),
        end: new Date(message.endMs),
        summary: `${restaurant} – ${lowerFirst(table)}`,
        location: textOf([restaurant, streetLine(address)], ', '),
        description: textOf([table, oneLine(phone ?? ''), addressOf(email), toChange], '\n'),
        organizer: { name: restaurant, email: organizer },
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        ...(link === null ? {} : { url: link }),
      },
    ],
  });
  return {
    name: words.mail.calendarFile,
    method: isCancelled ? 'CANCEL' : 'PUBLISH',
    content: `${calendar.toString()}\r\n`,
  };
}

function textOf(pieces: readonly (string | null)[], separator: string): string {
  return pieces.filter((piece) => piece !== null && piece !== '').join(separator);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
