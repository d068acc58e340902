import { type GuestWaiting, type Language } from '@bord/engine';
import { oneLine } from '../../mail/clean.ts';
import { WAITLIST } from '../../i18n/waitlist.ts';
import type { WaitlistWords } from '../../i18n/waitlist/words.ts';
import { wordsIn } from '../../i18n/words-in.ts';
import { type PageContext, type Query, type Reader, rootOf } from './visit.ts';

/** A guest who waits and has opened the link of a mail (D36). */
export interface WaitingVisit extends Reader {
  readonly view: GuestWaiting;
  readonly own: WaitlistWords;
}

/** The pages behind the link: the entry itself when empty. */
type Step = '' | '/accept' | '/leave';

/** Opens a link; throws `link_unknown` where no entry has it. */
export async function openWaitingVisit(
  { engine, nowMs, ...context }: PageContext,
  token: string,
  chosen: Language | null,
): Promise<WaitingVisit> {
  const view = await engine.guest(token).waiting();
  const { waiting, location } = view;
  const language = chosen ?? waiting.guest.language ?? location.language;
  const words = wordsIn(language);
  return {
    view,
    own: WAITLIST[language],
    token,
    nowMs: nowMs(),
    restaurant: oneLine(location.name) || 'Bord',
    words,
    page: words.page,
    language,
    chosen,
    root: rootOf(context),
  };
}

/** The address of a page behind the link, in the language that was chosen. */
export function waitingHref({ root, token, chosen }: WaitingVisit, step: Step, query: Query = {}): string {
  const search = new URLSearchParams({ ...(chosen && { lang: chosen }), ...query }).toString();
  return `${root}/waitlist/${token}${step}${search && `?${search}`}`;
}
