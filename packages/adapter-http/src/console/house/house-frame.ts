/** The frame of the restaurant's pages: the bar and their URLs. */
import type { Answer } from '../../http/answer.ts';
import type { HousePage } from '../../i18n/languages.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import { consolePage, type ConsolePage } from '../console-page.ts';
import type { ConsoleInput, ConsoleRoute, Sent } from '../console-route.ts';

const PATHS: Readonly<Record<HousePage, string>> = {
  month: '/month',
  turns: '/turns',
  plan: '/plan',
  closures: '/closures',
  review: '/plan/check',
  people: '/staff',
};

/** Pages that only managers may open, so others get no link. */
const FOR_MANAGERS: ReadonlySet<HousePage> = new Set(['review', 'people']);
const IN_BAR: readonly HousePage[] = ['plan', 'closures', 'turns', 'review', 'people'];

export interface HouseInput extends ConsoleInput {
  /** Whether files of locations can be read and written. */
  readonly hasFiles: boolean;
}

/** A route of the restaurant's pages. */
export interface HouseRoute extends Omit<ConsoleRoute, 'read' | 'change'> {
  read(input: HouseInput): Promise<Answer>;
  change?(input: HouseInput & Sent): Promise<Answer>;
}

export interface HousePageOptions extends Pick<ConsolePage, 'notice' | 'status'> {
  readonly input: HouseInput;
  readonly page: HousePage;
  readonly title?: string;
  readonly content: Content;
}

export function housePage({ input, page, content, title, ...rest }: HousePageOptions): Answer {
  const heading = title ?? input.words.house.pages[page];
  return consolePage({
    ...rest,
    input,
    section: page === 'month' ? 'month' : 'house',
    title: heading,
    content: html`${page !== 'month' && bar(input, page)}
      <h1>${heading}</h1>
      ${content}`,
  });
}

function bar({ words, here, role, hasFiles }: HouseInput, page: HousePage): Html {
  const shown = IN_BAR.filter((each) =>
    each === 'review' ? hasFiles && role === 'manager' : role === 'manager' || !FOR_MANAGERS.has(each),
  );
  return html`<nav class="pages" aria-label="${words.shell.sections.house}">
    <ul>
      ${shown.map(
        (each) =>
          html`<li>
            <a href="${here}${PATHS[each]}" ${each === page && html` aria-current="page"`}
              >${words.house.pages[each]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}
