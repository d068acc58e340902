import { html, type Html } from '../../web/html.ts';
import type { DayView } from './day-view.ts';

export function legendHtml({ sheet, timeline, parties, words }: DayView): Html {
  const { evening, holds } = words;
  const { stages, legend } = evening;
  const limited = timeline.periods.some(({ steps }) => steps.some(({ coversMax }) => coversMax !== null));
  const signs = [
    html`<i class="swatch free"></i> ${legend.free}`,
    html`<i class="swatch expected"></i> ${stages.expected}`,
    html`<i class="swatch arrived">●</i> ${stages.arrived}`,
    html`<i class="swatch seated"></i> ${stages.seated}`,
    html`<i class="swatch gone">✓</i> ${stages.gone}`,
    html`<i class="swatch late">!</i> ${legend.late}`,
    parties.some(({ notes }) => notes !== '') && html`<b>*</b> ${legend.notes}`,
    parties.some(({ tables }) => tables.length > 1) && html`<b>+</b> ${legend.joined}`,
    timeline.sections.some(({ rows }) => rows.some(({ closed }) => closed.length > 0)) &&
      html`<i class="swatch closed"></i> ${evening.outOfSeason}`,
    (sheet.holds ?? []).length > 0 && html`<i class="swatch held">?</i> ${holds.legend}`,
    limited && html`<i class="swatch kitchen"></i> ${legend.kitchen}`,
  ];
  return html`<ul class="legend">
    ${signs.map((sign) => sign && html`<li>${sign}</li>`)}
  </ul>`;
}
