import type { PagedLocation } from '@bord/engine';
import { preferredLanguage, languageOf, wordsIn } from '../i18n/languages.ts';
import { oneLine, streetLine } from '../web/clean.ts';
import { html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import type { Query } from '../web/page-route.ts';

/** The restaurants that have a listed booking page. */
export function listPage(
  restaurants: readonly PagedLocation[],
  root: string,
  { query, headers }: { readonly query: Query; readonly headers: Pick<Headers, 'get'> },
): Page {
  const chosen = languageOf(query['lang']);
  const words = wordsIn(chosen ?? preferredLanguage(headers.get('accept-language')));
  const { title, list } = words.book;
  const lang = chosen ? `?lang=${chosen}` : '';
  const items = restaurants.map(({ name, alias, contact }) => {
    const street = streetLine(contact.address);
    return html`<li>
      <a class="button" href="${root}/book/${alias}${lang}">${oneLine(name)}</a>
      ${street !== null && html`<span class="muted">${street}</span>`}
    </li>`;
  });
  return {
    language: words.tag,
    masthead: 'Bord',
    title,
    isPublic: true,
    content:
      items.length === 0
        ? html`<p>${list.none}</p>`
        : html`<p>${list.lead}</p>
            <ul class="links stack" role="list">
              ${items}
            </ul>`,
  };
}
