import { BookingError, type BookOutcome } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import type { BookingAction } from '../http/exchange.ts';
import { languageOf } from '../i18n/languages.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, RequestInput } from '../web/page-route.ts';
import { endPage, leavePage, waitingPage } from './waiting-page.ts';
import { aboutOf } from './visit.ts';
import { openWaitingVisit, waitingHref, type WaitingVisit } from './waiting-visit.ts';

/** The pages of the link in a waitlist entry's mails (D36): opening is read-only, buttons accept the offer or leave. */
export function waitingRoutes(context: PageContext): readonly PageRoute[] {
  const open = ({ token, query }: RequestInput): Promise<WaitingVisit> =>
    openWaitingVisit(context, token, languageOf(query['lang']));
  const back = (visit: WaitingVisit, action?: BookingAction): Answer =>
    seeOther(waitingHref(visit, ''), aboutOf(visit, action));

  async function accept(visit: WaitingVisit): Promise<Answer> {
    let outcome: BookOutcome;
    try {
      outcome = await context.engine.guest(visit.token).acceptOffer();
    } catch (error) {
      if (BookingError.is(error) && error.code === 'conflict') return back(visit);
      throw error;
    }
    if (outcome.kind !== 'refused') return back(visit, { kind: outcome.kind });
    const { reason } = outcome;
    const page = endPage(visit, reason === 'closed' ? 'closed' : 'gone', 409);
    return pageAnswer({ ...page, about: aboutOf(visit, { kind: 'refused', reason }) });
  }

  return [
    { path: '/waitlist/:token', read: async (input) => pageAnswer(waitingPage(await open(input))) },
    {
      path: '/waitlist/:token/accept',
      read: async (input) => back(await open(input)),
      change: async (input) => {
        const visit = await open(input);
        await input.readForm();
        return accept(visit);
      },
    },
    {
      path: '/waitlist/:token/leave',
      read: async (input) => {
        const visit = await open(input);
        return canLeave(visit) ? pageAnswer(leavePage(visit)) : back(visit);
      },
      change: async (input) => {
        const visit = await open(input);
        await input.readForm();
        await context.engine.guest(visit.token).leaveWaitlist();
        return back(visit);
      },
    },
  ];
}

function canLeave({ view: { waiting } }: WaitingVisit): boolean {
  return waiting.state !== 'booked' && waiting.state !== 'left';
}
