import { html } from '../web/html.ts';
import { contactHtml } from './contact.ts';
import { frameOf } from './booking-page.ts';
import type { Page } from '../web/page.ts';
import type { Visit } from './visit.ts';

export function hasEnded({ view }: Visit): boolean {
  return view.stage === 'over' || view.stage === 'cancelled';
}

/** The link ended with its booking: the page says so, and shows no data of the guest (D27). */
export function endedPage(visit: Visit): Page {
  const { view, page, words } = visit;
  const { cancelled } = words.mail.about;
  const texts =
    view.stage === 'cancelled' ? { title: cancelled.title(0), text: cancelled.closing } : page.ended.over;
  return {
    ...frameOf(visit),
    status: 410,
    title: texts.title,
    content: html`<p>${texts.text}</p>
      ${contactHtml(visit)}`,
  };
}
