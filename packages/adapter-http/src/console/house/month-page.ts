import type { DemandReport, MonthDay, MonthReport } from '@bord/engine';
import { html, type Html } from '../../web/html.ts';
import { capitalised } from '../../i18n/when.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import type { ConsoleInput } from '../console-route.ts';
import { addMonths, monthText, shortDateText, weekdayText } from './calendar.ts';
import { demandGrid } from './demand-grid.ts';
import { SHADES } from './heat.ts';
import { closureWord, monthGrid } from './month-grid.ts';

export interface MonthPage extends ConsoleInput {
  readonly report: MonthReport;
  readonly demand: DemandReport;
}

/** The heading of a month: `November 2026`. */
export function monthTitle({ report, words }: Pick<MonthPage, 'report' | 'words'>): string {
  return capitalised(monthText(report.month, words.base.when.locale));
}

export function monthContent(page: MonthPage): Html {
  const { report, words } = page;
  const month = monthText(report.month, words.base.when.locale);
  return html`${monthBar(page)}
    <p class="figures">${totals(report, words)}</p>
    ${monthGrid(page, month)} ${legend(words)} ${demandGrid(page.demand, words)} ${dayByDay(page)}`;
}

function monthBar({ report, words, here }: MonthPage): Html {
  const { month } = words.house;
  const to = (other: string): string => `${here}/month?month=${other}`;
  const isCurrent = report.today.startsWith(report.month);
  return html`<nav class="months" aria-label="${month.choose}">
    <a class="step" rel="prev" href="${to(addMonths(report.month, -1))}" aria-label="${month.previous}">‹</a>
    <a class="step" rel="next" href="${to(addMonths(report.month, 1))}" aria-label="${month.next}">›</a>
    ${!isCurrent && html`<a class="button quiet" href="${here}/month">${month.current}</a>`}
    <form method="get" action="${here}/month">
      <label for="month">${month.choose}</label>
      <input id="month" name="month" type="month" value="${report.month}" pattern="\\d{4}-\\d\\d" required />
      <button class="quiet" type="submit">${words.shell.day.show}</button>
    </form>
  </nav>`;
}

function totals({ days }: MonthReport, { house }: ConsoleWords): readonly Html[] {
  const { month } = house;
  const sum = (of: (day: MonthDay) => number): number => days.reduce((all, day) => all + of(day), 0);
  const figures: readonly (readonly [string, number])[] = [
    [month.covers, sum(({ covers }) => covers)],
    [month.parties, sum(({ parties }) => parties)],
    [month.refused, sum(({ refused }) => refused.covers)],
    [month.noShows, sum(({ noShows }) => noShows)],
    [month.cancelled, sum(({ cancelled }) => cancelled)],
  ];
  return figures.map(([name, value]) => html`<span><b>${value}</b> ${name}</span> `);
}

function legend({ house: { month } }: ConsoleWords): Html {
  const shades = Array.from({ length: SHADES }, (_, i) => i + 1);
  return html`<p class="legend">
    <span
      >${month.covers}: ${month.fewer} ${shades.map((n) => html`<i class="busy-${n}"></i>`)}
      ${month.more}</span
    >
    <span
      >${month.refused}: ${month.fewer} ${shades.map((n) => html`<i class="vain-${n}"></i>`)}
      ${month.more}</span
    >
  </p>`;
}

function dayByDay({ report, words, here }: MonthPage): Html {
  const { month } = words.house;
  return html`<h2 id="days">${month.dayByDay}</h2>
    <p class="muted">${month.refusedHint}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="days">
      <table class="lines days">
        <thead>
          <tr>
            <th scope="col">${month.date}</th>
            ${[month.covers, month.parties, month.refused, month.noShows].map(
              (name) => html`<th scope="col" class="figure">${name}</th>`,
            )}
            <th scope="col">${month.hints}</th>
          </tr>
        </thead>
        <tbody>
          ${report.days.map((day) => line(day, report, words, here))}
        </tbody>
      </table>
    </div>`;
}

function line(day: MonthDay, report: MonthReport, words: ConsoleWords, here: string): Html {
  const { date, covers, parties, refused, noShows } = day;
  const { locale } = words.base.when;
  const text = `${weekdayText(date, locale, 'short')} ${shortDateText(date, locale)}`;
  return html`<tr${date === report.today && html` aria-current="date"`}>
    <th scope="row"><a href="${here}?date=${date}">${text}</a></th>
    ${[covers, parties, refused.covers, noShows].map((value) => html`<td class="figure">${value === 0 ? '–' : value}</td>`)}
    <td>${hintsOf(day, words).join('; ')}</td>
  </tr>`;
}

function hintsOf(day: MonthDay, words: ConsoleWords): readonly string[] {
  const { month } = words.house;
  const closed = closureWord(day, words);
  const reasons = day.closures.flatMap(({ from, to, reason }) => {
    const hours = from.includes('T') ? [`${from.slice(11)}–${to.slice(11)}`] : [];
    return [[...hours, ...(reason === null ? [] : [reason])].join(' ')].filter((text) => text !== '');
  });
  return [
    ...(closed === null ? [] : [[closed, ...reasons].join(': ')]),
    ...(day.specialPeriods.length === 0 ? [] : [month.special(day.specialPeriods.join(', '))]),
    ...(day.refusedByOperator.covers === 0 ? [] : [month.byHouse(day.refusedByOperator.covers)]),
  ];
}
