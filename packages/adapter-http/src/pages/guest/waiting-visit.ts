import { type GuestWaiting, type Language } from '@bord/engine';
import { WAITLIST } from '../../i18n/waitlist.ts';
import type { WaitlistWords } from '../../i18n/waitlist/words.ts';
import { type PageContext, type Query, type Reader, readerOf } from './visit.ts';

/** A guest who waits and has opened the link of a mail (D36). */
export interface WaitingVisit extends Reader {
  readonly view: GuestWaiting;
  readonly own: WaitlistWords;
}

/** The pages behind the link: the entry itself when empty. */
type Step = '' | '/accept' | '/leave';

/** Opens a link; throws `link_unknown` where no entry has it. */
export async function openWaitingVisit(
  context: PageContext,
  token: string,
  chosen: Language | null,
): Promise<WaitingVisit> {
  const view = await context.engine.guest(token).waiting();
  const reader = readerOf(context, token, chosen, view.waiting, view.location);
  return { view, own: WAITLIST[reader.language], ...reader };
}

/** The address of a page behind the link, in the language that was chosen. */
export function waitingHref({ root, token, chosen }: WaitingVisit, step: Step, query: Query = {}): string {
  const search = new URLSearchParams({ ...(chosen && { lang: chosen }), ...query }).toString();
  return `${root}/waitlist/${token}${step}${search && `?${search}`}`;
}
