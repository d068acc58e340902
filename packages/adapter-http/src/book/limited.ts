/** More tables than usual are held from one network: the guest confirms by e-mail, or the browser proves work (D52). */
import { localDateAt, parseInstant } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { addressOf } from '../web/clean.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import type { PageRoute, Query } from '../web/page-route.ts';
import {
  aboutOf,
  bookedAnswer,
  type BookContext,
  type BookInput,
  opened,
  refusedAnswer,
  timesAnswer,
  unlessUnknown,
  wishIn,
} from './booking.ts';
import { WORKER_SCRIPT } from './work-script.ts';
import { gonePage, limitedPage, linkPage, mailedPage } from './small-pages.ts';
import { bookHref } from './visit.ts';
import { queryOf } from './wish.ts';

/** The page that asks for one of the two. */
export async function limitedAnswer(
  { work: challenges }: BookContext,
  input: BookInput,
  form: Query,
  { by, fault = null }: { readonly by: 'network' | 'share'; readonly fault?: string | null },
): Promise<Answer> {
  const { visit, networkKey } = input;
  const { work: _, email = '', tries = '0', ...about } = form;
  const further = Number(tries) + 1;
  const work = by === 'network' &&
    further <= TRIES_MAX && {
      challenge: await challenges.challenge(networkKey),
      worker: `${visit.root}/book-work.js`,
      fields: { ...about, tries: `${further}`, work: '' },
    };
  const page = limitedPage(visit, about, { work: work || null, email, fault });
  return pageAnswer({ ...page, about: aboutOf(input) });
}

/** Another server of a cluster accepts no solution of this one, so there are some. */
const TRIES_MAX = 3;

export function limitedRoutes(context: BookContext): readonly PageRoute[] {
  return [
    {
      path: '/book-work.js',
      read: async () => ({
        status: 200,
        type: 'text/javascript; charset=utf-8',
        body: WORKER_SCRIPT,
        cacheControl: 'public, max-age=3600',
        headers: [
          'cross-origin-embedder-policy',
          'require-corp',
          'cross-origin-resource-policy',
          'same-origin',
        ],
      }),
    },
    {
      path: '/book/:alias/mail',
      read: async (request) => seeOther(bookHref((await opened(context, request)).visit)),
      change: async (request) => {
        const input = await opened(context, request);
        return mail(context, input, await request.readForm());
      },
    },
    {
      path: '/book/:alias/link/:token',
      read: async (request) => {
        const input = await opened(context, request);
        const link = await unlessUnknown(() => input.visitor.openLink(input.token));
        if (!link) return pageAnswer({ ...gonePage(input.visit), about: aboutOf(input) });
        const { visit } = await opened(context, request, link.language);
        return pageAnswer({ ...linkPage(visit, input.token, link), about: aboutOf(input) });
      },
      change: async (request) => {
        await request.readForm();
        return confirmLink(await opened(context, request));
      },
    },
  ];
}

/** Shows the table that a link has held or booked. */
async function confirmLink(input: BookInput): Promise<Answer> {
  const { visit, visitor, token } = input;
  const link = await unlessUnknown(() => visitor.openLink(token));
  const outcome = link && (await unlessUnknown(() => visitor.confirmLink(token)));
  if (!outcome) return pageAnswer({ ...gonePage(visit), about: aboutOf(input) });
  switch (outcome.kind) {
    case 'held':
      return seeOther(bookHref(visit, `/held/${outcome.token}`), aboutOf(input, { kind: 'held' }));
    case 'booked':
    case 'replayed':
      return bookedAnswer(input, outcome);
    case 'mailed':
      return pageAnswer({ ...mailedPage(visit, null), about: aboutOf(input) });
    case 'refused':
    case 'limited': {
      const date = localDateAt(visit.view.location.timeZone, link.startMs);
      const reason = outcome.kind === 'refused' ? outcome.reason : 'tables';
      return refusedAnswer(input, queryOf({ date, partySize: link.partySize }), { reason });
    }
  }
}

async function mail(context: BookContext, input: BookInput, form: Query): Promise<Answer> {
  const { visit, visitor } = input;
  const email = (form['email'] ?? '').trim();
  const { partySize, area = null, ref = null, faults } = wishIn(input, form);
  const startMs = parseInstant(form['start'] ?? '');
  if (startMs === null || partySize === undefined || faults.length > 0)
    return timesAnswer(input, form, { status: 400, complaint: visit.own.unavailable });
  if (addressOf(email) === null)
    return limitedAnswer(context, input, form, { by: 'network', fault: visit.own.held.badEmail });
  const wish = { startMs, partySize, area, ref, email, language: visit.language };
  await visitor.mailHold(visit.view.location.id, wish);
  return pageAnswer({ ...mailedPage(visit, email), about: aboutOf(input) });
}
