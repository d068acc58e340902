/** The frame of the console: the restaurant, its day, the navigation, and the signed-in person. */
import { addDays, currentServiceDate, isLocalDate, type LocalDate } from '@bord/engine';
import type { Answer, Headers } from '../http/answer.ts';
import { dateText } from '../i18n/when.ts';
import type { Section } from '../i18n/languages.ts';
import { oneLine } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { bannerHtml, documentAnswer, formField, fragmentAnswer } from './console-document.ts';
import type { ConsoleAnswer, ConsoleInput, PersonInput } from './console-route.ts';

export interface ConsolePage {
  readonly input: ConsoleInput;
  readonly section: Section;
  /** The title of the document; it is also the heading if `content` has no `<h1>`. */
  readonly title: string;
  readonly content: Content;
  /** The changes that the script gets instead of the content. */
  readonly changes?: Content;
  /** The service date in the bar; by default that of `?date=`, or today's. */
  readonly date?: LocalDate;
  /** The last action with its undo; announced when the page opens. */
  readonly notice?: Content;
  readonly status?: number;
  readonly headers?: Headers;
  readonly about?: Answer['about'];
}

export function consolePage({
  input,
  notice = null,
  content,
  changes,
  title,
  ...page
}: ConsolePage): ConsoleAnswer {
  const { location, root, words } = input;
  const around = (given: Content): Html =>
    html`<div role="status" id="notice">${notice}</div>
      ${given}`;
  const main = around(content);
  const common = { ...page, language: words.base.tag, root };
  if (input.wantsFragment && changes !== undefined)
    return { ...fragmentAnswer({ ...common, body: around(changes) }), whole: main.markup };
  if (input.wantsFragment) return fragmentAnswer({ ...common, body: main });
  const date = page.date ?? dateOf(input);
  return documentAnswer({
    ...common,
    look: 'house',
    isAround: page.section === 'month' || page.section === 'house',
    title: `${title} – ${houseName(location)}`,
    body: html`<a class="skip" href="#main">${words.shell.skip}</a>
      <header class="bar">
        <a class="place" href="${input.here}">${houseName(location)}</a>
        ${dayNav(input, page.section, date)} ${sectionNav(input, page.section, date)}
        ${personMenu(input, rareLinks(input, date))}
      </header>
      ${bannerHtml(words)}
      <main id="main" tabindex="-1">${main}</main>`,
  });
}

/** The service date of a page: that of `?date=`, or today's if that is invalid. */
export function dateOf({
  query,
  location,
  nowMs,
}: Pick<ConsoleInput, 'query' | 'location' | 'nowMs'>): LocalDate {
  const { date = '' } = query;
  return isLocalDate(date) ? date : currentServiceDate(location, nowMs);
}

/** On one line, never empty. */
export function houseName({ name }: { readonly name: string }): string {
  return oneLine(name) || 'Bord';
}

function sectionNav(
  { here, words: { shell, board } }: ConsoleInput,
  section: Section,
  date: LocalDate,
): Html {
  const { tabs } = board;
  // On a phone, the parties that need an action are a page. On a wide screen they are next to the day.
  const links: readonly (readonly [kind: 'wide' | 'tab', href: string, text: string, of: Section])[] = [
    ['wide', `${here}?date=${date}&view=timeline`, shell.sections.evening, 'evening'],
    ['wide', `${here}?date=${date}&view=list`, shell.sections.list, 'list'],
    ['wide', `${here}/search?date=${date}`, shell.sections.search, 'search'],
    ['wide', `${here}/month?date=${date}`, shell.sections.month, 'month'],
    ['wide', `${here}/plan?date=${date}`, shell.sections.house, 'house'],
    ['tab', `${here}?date=${date}`, tabs.now, 'evening'],
    ['tab', `${here}/search?date=${date}`, tabs.find, 'search'],
    ['tab', `${here}?date=${date}&view=list`, tabs.day, 'list'],
  ];
  return html`<nav class="sections" aria-label="${shell.nav.sections}">
    <ul>
      ${links.map(
        ([kind, href, text, of]) =>
          html`<li class="${kind}">
            <a href="${href}" ${of === section && html` aria-current="page"`}>${text}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** Links to other days, in the current view. */
function dayNav(input: ConsoleInput, section: Section, date: LocalDate): Html {
  const { here, location, nowMs, words } = input;
  const { day, nav } = words.shell;
  const today = currentServiceDate(location, nowMs);
  const view = section === 'list' ? 'list' : (input.query['view'] ?? '');
  const href = (to: LocalDate): string => `${here}?date=${to}${view && `&view=${encodeURIComponent(view)}`}`;
  return html`<nav class="day" aria-label="${nav.days}">
    <a class="step" href="${href(addDays(date, -1))}" rel="prev" aria-label="${day.previous}">‹</a>
    <details class="menu">
      <summary>${dateText(words.base.when, { date, today })}</summary>
      <form method="get" action="${here}" class="panel">
        ${view !== '' && html`<input type="hidden" name="view" value="${view}" />`}
        <label for="bar-date">${day.choose}</label>
        <input id="bar-date" type="date" name="date" value="${date}" required />
        <button type="submit">${day.show}</button>
      </form>
    </details>
    <a class="step" href="${href(addDays(date, 1))}" rel="next" aria-label="${day.next}">›</a>
    ${date !== today && html`<a class="today" href="${href(today)}">${day.today}</a>`}
  </nav>`;
}

/** Links that have no tab on a phone. */
function rareLinks({ here, words: { shell } }: ConsoleInput, date: LocalDate): Html {
  return html`<li class="rare"><a href="${here}/month?date=${date}">${shell.sections.month}</a></li>
    <li class="rare"><a href="${here}/plan?date=${date}">${shell.sections.house}</a></li>`;
}

function personMenu(input: PersonInput, rare: Content = null): Html {
  const { caller, root, words } = input;
  const { nav, person } = words.shell;
  return html`<details class="menu person">
    <summary aria-label="${nav.person}: ${oneLine(caller.name)}">${oneLine(caller.name)}</summary>
    <ul class="panel">
      ${rare}
      <li><a href="${root}/me">${person.me}</a></li>
      <li><a href="${root}/help">${person.help}</a></li>
      ${caller.roles.length > 1 && html`<li><a href="${root}">${person.houses}</a></li>`}
      <li>
        <form method="post" action="${root}/sign-out">
          ${formField(input)}<button class="quiet" type="submit">${person.signOut}</button>
        </form>
      </li>
    </ul>
  </details>`;
}

export function personPage(
  input: PersonInput,
  page: Pick<ConsolePage, 'title' | 'content' | 'notice' | 'status' | 'headers'>,
): Answer {
  const { root, words } = input;
  const { title, content, notice = null, ...rest } = page;
  return documentAnswer({
    ...rest,
    root,
    language: words.base.tag,
    look: 'house',
    isAround: true,
    title: `${title} – Bord`,
    body: html`<a class="skip" href="#main">${words.shell.skip}</a>
      <header class="bar"><a class="place" href="${root}">Bord</a> ${personMenu(input)}</header>
      ${bannerHtml(words)}
      <main id="main" tabindex="-1" class="narrow">
        <div role="status" id="notice">${notice}</div>
        <h1>${title}</h1>
        ${content}
      </main>`,
  });
}
