/** The page at the root of a server, with links for guests, staff and developers. */
import { preferredLanguage, wordsIn } from './i18n/languages.ts';
import { html, type Html } from './web/html.ts';
import { pageAnswer } from './web/page.ts';
import { networkKeyOf } from './http/client-address.ts';
import { type PageContext, type PageRoute, rootOf } from './web/page-route.ts';

/** Names only the pages that the server has. */
export function startRoute(
  context: PageContext,
  has: { readonly console: boolean; readonly bookingPage: boolean },
): PageRoute {
  return {
    path: '/',
    async read({ headers, clientAddress }) {
      const words = wordsIn(preferredLanguage(headers.get('accept-language')));
      const { title, guests, staff, partners } = words.start;
      const visitor = () => context.engine.visitor({ networkKey: networkKeyOf(clientAddress) });
      const isListed = has.bookingPage && (await visitor().restaurants()).length > 0;
      const door = (path: string, { label, hint }: typeof staff): Html =>
        html`<p><a class="button" href="${rootOf(context)}${path}">${label}</a></p>
          <p class="muted">${hint}</p>`;
      return pageAnswer({
        language: words.tag,
        masthead: 'Bord',
        title,
        content: html`${isListed && door('/book', guests)} ${has.console && door('/console', staff)}
        ${door('/docs', partners)}`,
      });
    },
  };
}
