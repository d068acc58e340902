import { html } from '../web/html.ts';
import { frameOf, visitHtml } from './booking-page.ts';
import type { Page } from '../web/page.ts';
import { hrefOf, type Visit } from './visit.ts';

export function cancelPage(visit: Visit): Page {
  const { title, text, yes, no } = visit.page.cancel;
  return {
    ...frameOf(visit),
    title,
    content: html`${visitHtml(visit)}
      <p>${text}</p>
      <div class="actions">
        <form method="post" action="${hrefOf(visit, '/cancel')}">
          <button class="bad" type="submit">${yes}</button>
        </form>
        <a class="button quiet" href="${hrefOf(visit, '')}">${no}</a>
      </div>`,
  };
}
