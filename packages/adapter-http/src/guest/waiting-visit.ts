import { type GuestWaiting, type Language } from '@bord/engine';
import type { Words } from '../i18n/en.ts';
import { wordsIn } from '../i18n/languages.ts';
import { type Reader, readerOf } from './visit.ts';
import type { PageContext, Query } from '../web/page-route.ts';

export interface WaitingVisit extends Reader {
  readonly view: GuestWaiting;
  readonly own: Words['waitlist'];
}

type Step = '' | '/accept' | '/leave';

export async function openWaitingVisit(
  context: PageContext,
  token: string,
  chosen: Language | null,
): Promise<WaitingVisit> {
  const view = await context.engine.guest(token).waiting();
  const reader = readerOf(context, { token, chosen, preferred: view.waiting.guest.language }, view.location);
  return { view, own: wordsIn(reader.language).waitlist, ...reader };
}

export function waitingHref({ root, token, chosen }: WaitingVisit, step: Step, query: Query = {}): string {
  const search = new URLSearchParams({ ...(chosen && { lang: chosen }), ...query }).toString();
  return `${root}/waitlist/${token}${step}${search && `?${search}`}`;
}
