import type { StayBand, TurnReport } from '@bord/engine';
import { sizesText, STAYS_ENOUGH } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import type { ConsoleInput } from '../console-route.ts';

export interface TurnsPage extends ConsoleInput {
  readonly report: TurnReport;
  /** The text of the file with the measured turn times; null without changes. */
  readonly proposal: string | null;
}

export function turnsContent({ report, proposal, words, here }: TurnsPage): Html {
  const { turns } = words.house;
  const { from, to, bands, leftOut } = report;
  const stays = bands.reduce((sum, band) => sum + band.stays, 0);
  return html`<p>${turns.lead}</p>
    <form method="get" action="${here}/turns" class="range">
      <div>
        <label for="from">${words.actions.form.from}</label>
        <input id="from" name="from" type="date" value="${from}" required />
      </div>
      <div>
        <label for="to">${words.actions.form.to}</label>
        <input id="to" name="to" type="date" value="${to}" required />
      </div>
      <button class="quiet" type="submit">${words.shell.day.show}</button>
    </form>
    ${
      stays === 0
        ? html`<p>${turns.none}</p>`
        : html`<p class="muted">${turns.known(stays, from, to)} ${leftOut > 0 && turns.leftOut(leftOut)}</p>
            ${table(bands, words)}`
    }
    ${
      proposal !== null &&
      html`<h2>${turns.proposal}</h2>
        <p>${turns.inFile}</p>
        <pre tabindex="0">${proposal.trimEnd()}</pre>`
    }`;
}

function table(bands: readonly StayBand[], words: ConsoleWords): Html {
  const { turns } = words.house;
  const longest = Math.max(...bands.flatMap((band) => [band.turnMinutes, band.p80Minutes ?? 0]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.house.pages.turns}">
    <table class="lines turns">
      <thead>
        <tr>
          <th scope="col">${words.house.plan.period}</th>
          ${[words.actions.form.size, turns.planned, turns.half, turns.most, turns.stays].map(
            (name) => html`<th scope="col" class="figure">${name}</th>`,
          )}
          <th scope="col" class="wide">
            <span class="unseen">${turns.planned}, ${turns.half}, ${turns.most}</span>
          </th>
          <th scope="col">${turns.proposal}</th>
        </tr>
      </thead>
      <tbody>
        ${bands.map((band, i) => row(band, bands[i - 1], longest, words))}
      </tbody>
    </table>
  </div>`;
}

function row(band: StayBand, before: StayBand | undefined, longest: number, { house }: ConsoleWords): Html {
  const { turnMinutes, p50Minutes, p80Minutes, stays, proposedMinutes } = band;
  const isFirst = before?.periodIndex !== band.periodIndex;
  const figures = [sizesText(band.partyMin, band.partyMax), turnMinutes, p50Minutes, p80Minutes, stays];
  return html`<tr${isFirst && html` class="first"`}>
    <th scope="row">${isFirst ? band.period : html`<span class="unseen">${band.period}</span>`}</th>
    ${figures.map((figure) => html`<td class="figure">${figure ?? '–'}</td>`)}
    <td class="wide">${bar(band, longest)}</td>
    <td>${proposalText(house.turns, { stays, proposedMinutes, turnMinutes })}</td>
  </tr>`;
}

/** The planned time as a line, the measured times as a bar: light to the 80th percentile, darker to the median. The numbers are next to it. */
function bar({ turnMinutes, p50Minutes, p80Minutes }: StayBand, longest: number): Html {
  const x = (minutes: number): number => Math.round((minutes / longest) * 196) + 2;
  return html`<svg class="stay" viewBox="0 0 200 20" width="200" height="20" aria-hidden="true">
    ${p80Minutes !== null && html`<rect class="most" x="0" y="5" width="${x(p80Minutes)}" height="10" rx="2" />`}
    ${p50Minutes !== null && html`<rect class="half" x="0" y="5" width="${x(p50Minutes)}" height="10" rx="2" />`}
    <line class="planned" x1="${x(turnMinutes)}" x2="${x(turnMinutes)}" y1="1" y2="19" />
  </svg>`;
}

type Proposed = Pick<StayBand, 'stays' | 'proposedMinutes' | 'turnMinutes'>;

function proposalText(
  { tooFew, asPlanned, rather }: ConsoleWords['house']['turns'],
  { stays, proposedMinutes, turnMinutes }: Proposed,
): string {
  if (proposedMinutes === null) return stays === 0 ? '' : tooFew(STAYS_ENOUGH);
  return proposedMinutes === turnMinutes ? asPlanned : rather(proposedMinutes);
}
