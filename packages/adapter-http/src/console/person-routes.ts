import type { Answer } from '../http/answer.ts';
import { oneLine } from '../web/clean.ts';
import { html } from '../web/html.ts';
import { consoleRedirect } from './console-document.ts';
import { houseName, personPage } from './console-page.ts';
import type { ConsoleContext, PersonInput, Sent } from './console-route.ts';
import { helpPage } from './help/help-page.ts';
import type { ConsoleCookies } from './visitor.ts';

export interface SessionInput extends PersonInput {
  readonly session: string;
  readonly writeCookie: ConsoleCookies['write'];
}

export interface PersonRoute {
  readonly path: string;
  read(input: SessionInput): Promise<Answer>;
  change?(input: SessionInput & Sent): Promise<Answer>;
}

export function personRoutes({ engine }: ConsoleContext): readonly PersonRoute[] {
  return [
    { path: '/console', read: chooseHouse },
    { path: '/console/help', read: helpPage },
    {
      path: '/console/sign-out',
      read: async ({ root }) => consoleRedirect(root),
      change: async ({ session, root, writeCookie }) => {
        await engine.signIn.leave(session);
        return consoleRedirect(`${root}/sign-in?out=1`, ['set-cookie', writeCookie('session', '')]);
      },
    },
  ];
}

/** Redirects to a person's only restaurant, or shows a choice. */
async function chooseHouse(input: PersonInput): Promise<Answer> {
  const { staff, root, words } = input;
  const { houses, roles } = words.shell;
  const found = await staff.locations();
  const [only, ...others] = found;
  if (only && others.length === 0) return consoleRedirect(`${root}/${pathOf(only.location)}`);
  return personPage(input, {
    title: houses.title,
    content:
      found.length === 0
        ? html`<p>${houses.none}</p>`
        : html`<ul class="cards">
            ${found.map(
              ({ location, role }) =>
                html`<li>
                  <a href="${root}/${pathOf(location)}"
                    ><strong>${houseName(location)}</strong>
                    <span class="muted">${oneLine(roles[role])}</span></a
                  >
                </li>`,
            )}
          </ul>`,
  });
}

/** The restaurant's name in URLs: its alias, or its id. */
export function pathOf({ alias, id }: { readonly alias: string | null; readonly id: string }): string {
  return alias ?? id;
}
