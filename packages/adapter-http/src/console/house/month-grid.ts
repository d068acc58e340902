/** The month as a heat map: a table of weeks, each day a link to that day, with its figures. */
import { html, type Html } from '../../web/html.ts';
import { dateText } from '../../i18n/when.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import type { ConsoleInput } from '../console-route.ts';
import { weekdayNames, weeksOf } from './calendar.ts';
import { shadeClass } from './heat.ts';
import type { MonthDay, MonthReport } from '@bord/engine';

interface Grid extends ConsoleInput {
  readonly report: MonthReport;
}

export function monthGrid(grid: Grid, month: string): Html {
  const { report, words } = grid;
  const { locale } = words.base.when;
  const [short, long] = [weekdayNames(locale, 'short'), weekdayNames(locale, 'long')];
  const most = {
    covers: Math.max(...report.days.map(({ covers }) => covers)),
    refused: Math.max(...report.days.map(({ refused }) => refused.covers)),
  };
  return html`<table class="month">
    <caption>
      ${words.house.month.caption(month)}
    </caption>
    <thead>
      <tr>
        ${short.map((name, i) => html`<th scope="col" abbr="${long[i]!}">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${weeksOf(report.days).map(
        (week) =>
          html`<tr>
            ${week.map((day) => (day === null ? html`<td class="other"></td>` : cell(day, grid, most)))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

interface Most {
  readonly covers: number;
  readonly refused: number;
}

/** The visible text of a cell is short; its accessible name is a sentence. */
function cell(day: MonthDay, { report, words, here }: Grid, most: Most): Html {
  const { month } = words.house;
  const { date, covers, parties, refused } = day;
  const isToday = date === report.today;
  const closed = closureWord(day, words);
  const spoken = [
    dateText(words.base.when, { date, today: report.today }),
    ...(isToday ? [month.today] : []),
    month.day({ covers, parties, refused: refused.covers }),
    ...(closed === null ? [] : [closed]),
  ].join(', ');
  const shade = `${shadeClass('busy', covers, most.covers)}${day.isShut ? ' shut' : ''}`;
  return html`<td>
    <a class="day${shade}" href="${here}?date=${date}" ${isToday && html` aria-current="date"`}>
      <span class="unseen">${spoken}</span>
      <span class="date" aria-hidden="true">${Number(date.slice(8))}</span>
      <b class="covers" aria-hidden="true">${covers === 0 ? '·' : covers}</b>
      ${closed !== null && html`<span class="closed" aria-hidden="true">${closed}</span>`}
      ${
        refused.covers > 0 &&
        html`<span class="vain${shadeClass('vain', refused.covers, most.refused)}" aria-hidden="true"
          >−${refused.covers}</span
        >`
      }
    </a>
  </td>`;
}

/** A short text about closures; null without one. */
export function closureWord({ isShut, closures }: MonthDay, { house }: ConsoleWords): string | null {
  if (closures.length > 0) return isShut ? house.month.closed : house.month.closedHours;
  return isShut ? house.month.shut : null;
}
