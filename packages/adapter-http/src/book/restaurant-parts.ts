/** The parts of the first view about the restaurant. */
import { localText, type ServicePeriod, type Weekday } from '@bord/engine';
import { clockTime, dayInterval } from '@bord/engine/adapters';
import { contactHtml } from '../guest/contact.ts';
import { paragraphs } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { capitalised } from '../i18n/when.ts';
import { bookHref, type BookVisit } from './visit.ts';

/** The restaurant's own text, a paragraph for each line. */
export function textHtml({ rules }: BookVisit): readonly Html[] {
  const lines = paragraphs(rules.text ?? '').split('\n');
  return lines.filter((line) => line !== '').map((line) => html`<p>${line}</p>`);
}

/** Picture, hours, menu and contact. The picture has its place before it is loaded. */
export function aboutRestaurant(visit: BookVisit, hasMenu: boolean): Html {
  const { rules, own, root } = visit;
  return html`${
    isStored(rules.picture) &&
    html`<img
      class="picture"
      src="${root}${rules.picture}"
      alt=""
      width="640"
      height="320"
      loading="lazy"
      decoding="async"
    />`
  }
  ${hoursHtml(visit)}
  ${hasMenu && html`<p><a class="aside" href="${bookHref(visit, '/menu')}">${own.menu}</a></p>`}
  ${contactHtml(visit)}`;
}

/** Bord keeps the image, so that no other server sees the reader. */
export function isStored(path: string | null): path is string {
  return path?.startsWith('/files/') ?? false;
}

function hoursHtml(visit: BookVisit): Content {
  const periods = visit.view.location.servicePeriods.filter(({ weekdays }) => weekdays.length > 0);
  if (periods.length === 0) return null;
  const byDays = Map.groupBy(periods, ({ weekdays }) => weekdaysText(visit, weekdays));
  return html`<h3>${visit.own.hours}</h3>
    <dl class="hours">
      ${Array.from(
        byDays,
        ([days, all]) =>
          html`<dt>${capitalised(days)}</dt>
            <dd>${all.map((period) => hoursText(visit, period)).join(', ')}</dd>`,
      )}
    </dl>`;
}

/** `måndag–fredag, söndag` */
function weekdaysText({ words }: BookVisit, weekdays: readonly Weekday[]): string {
  const sorted = weekdays.toSorted((a, b) => a - b);
  const runs: Weekday[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: Weekday): string => {
    const { startMs } = dayInterval('UTC', `2024-01-0${day}`); // a Monday is the first
    return localText(startMs, { locale: words.when.locale, timeZone: 'UTC', weekday: 'long' });
  };
  return runs
    .map((run) => (run.length === 1 ? name(run[0]!) : `${name(run[0]!)}–${name(run.at(-1)!)}`))
    .join(', ');
}

function hoursText({ page }: BookVisit, { opensMinute, closesMinute }: ServicePeriod): string {
  const clock = (minute: number): string => {
    const [hour, rest] = clockTime(minute % 1440).split(':');
    return page.clock(hour!, rest!);
  };
  return `${clock(opensMinute)}–${clock(closesMinute)}`;
}
