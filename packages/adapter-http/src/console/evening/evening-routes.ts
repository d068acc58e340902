import type { DaySheet } from '@bord/engine';
import { capitalised, dateText } from '../../i18n/when.ts';
import { html, type Html } from '../../web/html.ts';
import { isSurge, surgeHtml } from '../bookings/surge-page.ts';
import { doneNotice } from '../bookings/done-notice.ts';
import { formField } from '../console-document.ts';
import { consolePage, dateOf } from '../console-page.ts';
import type { ConsoleAnswer, ConsoleInput, PartRoutes } from '../console-route.ts';
import { liveHtml } from '../live/live-html.ts';
import { sharedReads, type SharedReads } from '../live/shared-reads.ts';
import type { SharedText } from '../packed-answer.ts';
import { createDayRenderings, type DayRenderings } from './day-renderings.ts';
import { ACTION_FORM } from './visits-html.ts';

/** The view of the day. `auto`: a list on a phone, a timeline on wide screens. */
type View = 'auto' | 'timeline' | 'list';

/** `/console/:location?date=&view=`. The script names the version that it shows (`x-bord-shows`), and gets only the changes. */
export const eveningRoutes: PartRoutes = () => {
  const renderings = createDayRenderings();
  const readings = sharedReads<readonly [DaySheet, boolean]>();
  return [{ path: '/console/:location', read: async (input) => readDay(input, renderings, readings) }];
};

async function readDay(
  input: ConsoleInput,
  renderings: DayRenderings,
  readings: SharedReads<readonly [DaySheet, boolean]>,
): Promise<ConsoleAnswer> {
  const { house, query, words, here, language } = input;
  const shown = dateOf(input);
  const [sheet, hasSurge] = await readings(`${input.location.id} ${shown}`, () =>
    Promise.all([house.bookings.sheet({ date: shown }), isSurge(input)]),
  );
  const day = renderings.of(sheet, { words, here, language });
  const { date, version, today, shared } = day;
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
  const live = liveHtml(input, date);
  const content = ({ text }: SharedText, since: string | null): Html =>
    html`${live}
      <div
        id="evening"
        class="view-${view}"
        data-date="${date}"
        data-version="${version}"
        data-view="${view}"
        ${since !== null && html`data-since="${since}"`}
      >
        ${hasSurge && surgeHtml(input)} ${form} ${{ markup: text }}
      </div>`;
  const page = consolePage({
    input,
    date,
    section: view === 'list' ? 'list' : 'evening',
    title: capitalised(dateText(words.base.when, { date, today })),
    notice: await doneNotice(input),
    content: content(shared, null),
    ...(changes !== null && { changes: content(changes, shows) }),
  });
  return { ...page, shared: changes ?? shared };
}

function viewOf(text: string | undefined): View {
  return text === 'list' || text === 'timeline' ? text : 'auto';
}
