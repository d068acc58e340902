import type { DemandPart, DemandReport, Reason } from '@bord/engine';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { weekdayNames } from './calendar.ts';
import { shadeClass } from './heat.ts';

export function demandGrid({ demand }: DemandReport, words: ConsoleWords): Html {
  const { month } = words.house;
  const all = demand.total.requests + demand.own.total.requests;
  return html`<h2 id="vain">${month.unmetDemand}</h2>
    ${
      all === 0
        ? html`<p>${month.nobody}</p>`
        : html`<div class="ledger">
            <div>${part(demand, words)}</div>
            <div>${reasons(demand, words)}</div>
          </div>`
    }`;
}

function part(demand: DemandPart, words: ConsoleWords): Html | null {
  if (demand.hours.length === 0) return null;
  const hours = demand.hours.map(({ hour }) => hour);
  const first = Math.min(...hours);
  const columns = Array.from({ length: Math.max(...hours) - first + 1 }, (_, i) => first + i);
  const counts = new Map(demand.hours.map(({ weekday, hour, covers }) => [`${weekday} ${hour}`, covers]));
  const most = Math.max(...counts.values());
  return html`<p class="muted" id="vain-hint">${words.house.month.unmetHint}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="vain">
      <table class="hours" aria-describedby="vain-hint">
        <thead>
          <tr>
            <th scope="col">${words.house.month.weekday}</th>
            ${columns.map((hour) => html`<th scope="col">${String(hour).padStart(2, '0')}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${weekdayNames(words.base.when.locale, 'long').map(
            (name, i) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${columns.map((hour) => {
                  const covers = counts.get(`${i + 1} ${hour}`) ?? 0;
                  return html`<td class="figure${shadeClass('vain', covers, most)}">
                    ${covers === 0 ? '' : covers}
                  </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Reasons of unmet demand, the most frequent first, of partners and the restaurant together. */
function reasons(demand: DemandReport['demand'], words: ConsoleWords): Html {
  const counts = new Map<Reason, number>();
  for (const each of [demand.byReason, demand.own.byReason])
    for (const [reason, count] of Object.entries(each) as [Reason, number][])
      counts.set(reason, (counts.get(reason) ?? 0) + count);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return html`<h3>${words.house.month.why}</h3>
    <ul class="reasons">
      ${sorted.map(
        ([reason, count]) =>
          html`<li>
            <b>${words.house.month.requests(count)}</b>: ${words.actions.refusal.reasons[reason]}
          </li>`,
      )}
    </ul>`;
}
