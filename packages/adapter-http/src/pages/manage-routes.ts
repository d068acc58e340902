import { BookingError, type Language, type LocalDate } from '@bord/engine';
import type { Answer } from '../answer.ts';
import type { Deed } from '../exchange.ts';
import { bookingPage } from './booking-page.ts';
import { cancelPage } from './cancel-page.ts';
import { confirmPage } from './confirm-page.ts';
import { endedPage, hasEnded } from './ended-page.ts';
import { guestCalendar } from './guest-calendar.ts';
import { languageOf } from '../i18n/languages.ts';
import { capitalised } from '../i18n/when.ts';
import { movePage } from './move-page.ts';
import { addDays, datesFor, type MoveWish, readWish } from './move-wish.ts';
import { pageAnswer, seeOther } from './page.ts';
import type { Asked, PageRoute } from './routes.ts';
import { dateText, type Desk, hrefOf, openVisit, type Visit } from './visit.ts';

/** The pages behind the link in a guest's mails (D12, D27). */
export function manageRoutes(desk: Desk): readonly PageRoute[] {
  const open = ({ token, query }: Asked): Promise<Visit> => openVisit(desk, token, chosenIn(query));

  /** Opens the link for something that only a booking that still stands can have. */
  const opened =
    (show: (visit: Visit, asked: Asked) => Answer | Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      const visit = await open(asked);
      return hasEnded(visit) ? pageAnswer(endedPage(visit)) : show(visit, asked);
    };

  /** Opens the link for a change; where it is too late for one, the booking itself tells why. */
  const changing = (show: (visit: Visit, asked: Asked) => Answer | Promise<Answer>) =>
    opened((visit, asked) =>
      visit.view.mayChange ? show(visit, asked) : seeOther(hrefOf(visit, ''), aboutOf(visit)),
    );

  const movings = movingsOf(desk);
  return [
    {
      path: '/manage/:token',
      read: opened((visit, { query }) => pageAnswer(bookingPage(visit, query['done'] === 'moved'))),
    },
    {
      path: '/manage/:token/calendar.ics',
      read: opened((visit) => guestCalendar(visit, desk)),
    },
    {
      path: '/manage/:token/move',
      read: changing((visit, { query }) => movings.offer(visit, readWish(visit, query))),
      change: async (asked) => {
        const visit = await open(asked);
        return movings.move(visit, readWish(visit, await asked.readForm()));
      },
    },
    {
      path: '/manage/:token/cancel',
      read: changing((visit) => pageAnswer(cancelPage(visit))),
      change: async (asked) => {
        const visit = await open(asked);
        await asked.readForm();
        return changed(visit, async () => {
          const { kind } = await desk.engine.cancelAsGuest(visit.token);
          return seeOther(
            hrefOf(visit, ''),
            aboutOf(visit, { kind: kind === 'changed' ? 'cancelled' : 'unchanged' }),
          );
        });
      },
    },
  ];
}

/** Looks at times, and moves. */
function movingsOf({ engine }: Desk) {
  async function timesFor({ token }: Visit, { date, partySize }: MoveWish): Promise<readonly number[]> {
    const [times = []] = await engine.guestTimes(token, [date], partySize);
    return times;
  }

  /** The days around a full one that have times. */
  async function daysNear(visit: Visit, { date, partySize }: MoveWish): Promise<readonly LocalDate[]> {
    const { first, last } = datesFor(visit);
    const days = NEAR.map((away) => addDays(date, away)).filter((day) => first <= day && day <= last);
    const times = await engine.guestTimes(visit.token, days, partySize);
    return days.filter((_, i) => times[i]!.length > 0);
  }

  async function list(
    visit: Visit,
    wish: MoveWish,
    complaint: string | null,
    status: number,
  ): Promise<Answer> {
    const times = await timesFor(visit, wish);
    const nearby = times.length > 0 ? [] : await daysNear(visit, wish);
    return pageAnswer(movePage(visit, { wish, times, nearby, complaint }, status));
  }

  async function offer(visit: Visit, wish: MoveWish): Promise<Answer> {
    if (!wish.isSound) return list(visit, wish, chooseDay(visit), 400);
    const { startMs, partySize } = wish;
    const { booking } = visit.view;
    if (startMs === null || (startMs === booking.startMs && partySize === booking.partySize))
      return list(visit, wish, null, 200);
    const times = await timesFor(visit, wish);
    if (times.includes(startMs)) return pageAnswer(confirmPage(visit, wish, startMs));
    return list(visit, wish, visit.page.move.taken, 409);
  }

  function move(visit: Visit, wish: MoveWish): Promise<Answer> {
    const { startMs, partySize, isSound } = wish;
    if (!isSound || startMs === null)
      throw new BookingError('invalid_request', 'the form names no time and party');
    return changed(visit, async () => {
      const outcome = await engine.moveAsGuest(visit.token, { startMs, partySize });
      const { kind } = outcome;
      if (kind !== 'refused') {
        const deed = { kind: kind === 'changed' ? 'moved' : 'unchanged' } as const;
        return seeOther(hrefOf(visit, '', { done: 'moved' }), aboutOf(visit, deed));
      }
      const { reason } = outcome;
      const { taken, unavailable } = visit.page.move;
      const isTaken = reason === 'tables' || reason === 'pacing'; // by others, since the guest looked
      const answer = await list(visit, wish, isTaken ? taken : unavailable, 409);
      return { ...answer, about: aboutOf(visit, { kind: 'refused', reason }) };
    });
  }

  return { offer, move };
}

const NEAR = [-3, -2, -1, 1, 2, 3];

/** Makes a change; when it comes too late, or another one was sooner, the booking tells how it stands. */
async function changed(visit: Visit, change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    const { code } = error as Partial<BookingError>;
    if (code === 'too_late') {
      const view = { ...visit.view, mayChange: false };
      return pageAnswer({ ...bookingPage({ ...visit, view }), status: 409, about: aboutOf(visit) });
    }
    if (code === 'conflict' || code === 'not_cancellable') return seeOther(hrefOf(visit, ''), aboutOf(visit));
    throw error;
  }
}

function chosenIn(query: Asked['query']): Language | null {
  return languageOf(query['lang']);
}

function chooseDay(visit: Visit): string {
  const { first, last } = datesFor(visit);
  return capitalised(visit.page.move.chooseDay(dateText(visit, first), dateText(visit, last)));
}

/** For the log: where it was, and what was done. */
function aboutOf({ view }: Visit, deed?: Deed): NonNullable<Answer['about']> {
  return { locationId: view.location.id, ...(deed && { deed }) };
}
