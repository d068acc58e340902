/** More tables than usual are held from one network: the guest confirms by e-mail, or the browser proves work (D52). */
import { localDateAt, parseInstant } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { addressOf } from '../web/clean.ts';
import { aboutOf } from '../guest/visit.ts';
import { seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, Query } from '../web/page-route.ts';
import {
  bookedAnswer,
  type BookInput,
  bookRoute,
  badTimeAnswer,
  refusedAnswer,
  shown,
  unlessUnknown,
  wishIn,
} from './booking.ts';
import { publicAnswer } from './for-machines.ts';
import { workChallenge } from './work-challenges.ts';
import { WORKER_SCRIPT } from './work-script.ts';
import { gonePage, limitedPage, linkPage, mailedPage } from './small-pages.ts';
import { bookHref, visitOf } from './visit.ts';
import { queryOf } from './wish.ts';

/** The page that asks for one of the two. */
export async function limitedAnswer(
  input: BookInput,
  form: Query,
  { by, fault = null }: { readonly by: 'network' | 'share'; readonly fault?: string | null },
): Promise<Answer> {
  const { visit, visitor, networkKey } = input;
  const { work: _, email = '', tries = '0', ...about } = form;
  const further = Number(tries) + 1;
  const work = by === 'network' &&
    further <= TRIES_MAX && {
      challenge: await workChallenge(visitor, networkKey),
      worker: `${visit.root}/book-work.js`,
      fields: { ...about, tries: `${further}`, work: '' },
    };
  return shown(input, limitedPage(visit, about, { work: work || null, email, fault }));
}

/** The script sends its solution without a press: a browser whose solutions do not count must come to an end. */
const TRIES_MAX = 3;

export function limitedRoutes(context: PageContext): readonly PageRoute[] {
  return [
    {
      path: '/book-work.js',
      read: async () => WORKER,
    },
    bookRoute(context, '/mail', { change: mail }),
    bookRoute(context, '/link/:token', {
      async read(input) {
        const { visit, visitor, token } = input;
        const link = await unlessUnknown(() => visitor.openLink(token));
        if (!link) return shown(input, gonePage(visit));
        const own = visitOf(context, visit.view.location, input, link.language);
        return shown(input, linkPage(own, token, link));
      },
      change: confirmLink,
    }),
  ];
}

const WORKER = publicAnswer('text/javascript', WORKER_SCRIPT, [
  'cross-origin-embedder-policy',
  'require-corp',
  'cross-origin-resource-policy',
  'same-origin',
]);

/** Shows the table that a link has held or booked. */
async function confirmLink(input: BookInput): Promise<Answer> {
  const { visit, visitor, token } = input;
  const link = await unlessUnknown(() => visitor.openLink(token));
  const outcome = link && (await unlessUnknown(() => visitor.confirmLink(token)));
  if (!outcome) return shown(input, gonePage(visit));
  switch (outcome.kind) {
    case 'held':
      return seeOther(bookHref(visit, `/held/${outcome.token}`), aboutOf(visit, { kind: 'held' }));
    case 'booked':
    case 'replayed':
      return bookedAnswer(input, outcome);
    case 'mailed':
      return shown(input, mailedPage(visit, null));
    case 'refused':
    case 'limited': {
      const date = localDateAt(visit.view.location.timeZone, link.startMs);
      const reason = outcome.kind === 'refused' ? outcome.reason : 'tables';
      return refusedAnswer(input, queryOf({ date, partySize: link.partySize }), { reason });
    }
  }
}

async function mail(input: BookInput, form: Query): Promise<Answer> {
  const { visit, visitor } = input;
  const email = (form['email'] ?? '').trim();
  const { partySize, area = null, ref = null, faults } = wishIn(input, form);
  const startMs = parseInstant(form['start'] ?? '');
  if (startMs === null || partySize === undefined || faults.length > 0) return badTimeAnswer(input, form);
  if (addressOf(email) === null)
    return limitedAnswer(input, form, { by: 'network', fault: visit.own.held.badEmail });
  const wish = { startMs, partySize, area, ref, email, language: visit.language };
  await visitor.mailHold(visit.view.location.id, wish);
  return shown(input, mailedPage(visit, email));
}
