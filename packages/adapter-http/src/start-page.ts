/** The page at the root of a server: where staff and developers go on. */
import { preferredLanguage, wordsIn } from './i18n/languages.ts';
import { html, type Html } from './web/html.ts';
import { pageAnswer } from './web/page.ts';
import { type PageContext, type PageRoute, rootOf } from './web/page-route.ts';

/** Names only the pages that the server has. */
export function startRoute(
  context: PageContext,
  { console: hasConsole }: { readonly console: boolean },
): PageRoute {
  return {
    path: '/',
    async read({ headers }) {
      const words = wordsIn(preferredLanguage(headers.get('accept-language')));
      const { title, staff, partners } = words.start;
      const door = (path: string, { label, hint }: typeof staff): Html =>
        html`<li>
          <a class="button" href="${rootOf(context)}${path}">${label}</a> <span class="muted">${hint}</span>
        </li>`;
      return pageAnswer({
        language: words.tag,
        masthead: 'Bord',
        title,
        content: html`<ul class="stack">
          ${hasConsole && door('/console', staff)} ${door('/docs', partners)}
        </ul>`,
      });
    },
  };
}
