import type { DaySheet } from '@bord/engine';
import type { Answer } from '../../../api/answer.ts';
import { capitalised, dateText } from '../../../i18n/when.ts';
import { html, type Html } from '../../../mail/html.ts';
import { doneNotice } from '../bookings/done-notice.ts';
import { formField } from '../console-document.ts';
import { consolePage, dateOf } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import { liveHtml } from '../live/live-html.ts';
import { sharedReads, type SharedReads } from '../live/shared-reads.ts';
import { createDayRenderings, type DayRenderings } from './day-renderings.ts';
import { ACTION_FORM } from './visits-html.ts';

/** How the day is shown. `auto`: as a list on a phone, as a timeline where there is room. */
type View = 'auto' | 'timeline' | 'list';

/**
 * `/console/:location?date=&view=`: a service date, or the one that is running. The script names the version that it shows already
 * (`x-bord-shows`), and gets what differs from it.
 */
export const eveningRoutes: PartRoutes = () => {
  const renderings = createDayRenderings();
  const sheets = sharedReads<DaySheet>();
  return [{ path: '/console/:location', read: async (input) => readDay(input, renderings, sheets) }];
};

async function readDay(
  input: ConsoleInput,
  renderings: DayRenderings,
  sheets: SharedReads<DaySheet>,
): Promise<Answer> {
  const { house, query, words, here, language } = input;
  const shown = dateOf(input);
  // Who sees another part of the book is given a reading of her own.
  const seenAs = input.caller.sight ?? 'house';
  const sheet = await sheets(`${input.location.id} ${shown} ${seenAs}`, () =>
    house.bookings.sheet({ date: shown }),
  );
  const day = renderings.of(sheet, { words, here, language });
  const { date, version, today, markup } = day;
  const shows = input.wantsFragment ? input.headers.get('x-bord-shows') : null;
  const changes = shows === null ? null : renderings.since(shows, day);
  const view = viewOf(query['view']);
  const form = html`<form id="${ACTION_FORM}" method="post" hidden>
    ${formField(input)}<input type="hidden" name="date" value="${date}" /><input
      type="hidden"
      name="view"
      value="${view}"
    />
  </form>`;
  const content = (drawn: string, since: string | null): Html =>
    html`${liveHtml(input, date)}
      <div
        id="evening"
        class="view-${view}"
        data-date="${date}"
        data-version="${version}"
        data-view="${view}"
        ${since !== null && html`data-since="${since}"`}
      >
        ${form} ${{ markup: drawn }}
      </div>`;
  return consolePage({
    input,
    date,
    section: view === 'list' ? 'list' : 'evening',
    title: capitalised(dateText(words.base.when, { date, today })),
    notice: await doneNotice(input),
    content: content(markup, null),
    ...(changes !== null && { changes: content(changes, shows) }),
  });
}

function viewOf(text: string | undefined): View {
  return text === 'list' || text === 'timeline' ? text : 'auto';
}
