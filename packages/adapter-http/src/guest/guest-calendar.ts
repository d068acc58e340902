import type { Answer } from '../http/answer.ts';
import { SAFE } from '../web/page.ts';
import type { Visit } from './visit.ts';
import type { PageContext } from '../web/page-route.ts';

/** The calendar file of the visit, the same as in the mails. */
export async function guestCalendar(
  visit: Visit,
  { organizer }: Pick<PageContext, 'organizer'>,
): Promise<Answer> {
  const { calendarFile } = await import('../mail/calendar-file.ts');
  const { view, words, restaurant, nowMs, token, language } = visit;
  const { booking, location, sequence } = view;
  const { startMs, endMs, partySize, guest } = booking;
  const { name, method, content } = calendarFile(
    {
      kind: 'confirmation',
      id: booking.id,
      bookingId: booking.id,
      to: guest.email ?? '',
      guestName: guest.name,
      notes: guest.notes,
      language,
      location,
      startMs,
      endMs,
      partySize,
      madeMs: nowMs,
      sequence,
      manageToken: token,
      isByAssistant: false,
    },
    { words, restaurant, link: visit.url, organizer },
  );
  return {
    status: 200,
    type: `text/calendar; charset=utf-8; method=${method}`,
    body: content,
    headers: [...SAFE, 'content-disposition', `inline; filename="${name}"`],
  };
}
