import type { Combination, Location, ServicePeriod, Table } from '@bord/engine';
import { sizesText } from '@bord/engine/adapters';
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import type { ConsoleInput } from '../console-route.ts';
import { bandsText, clockText, daysText, seasonsText } from './plan-text.ts';

export interface PlanPage extends ConsoleInput {
  /** The text of its file; null if files are not supported. */
  readonly file: string | null;
}

export function planContent(page: PlanPage): Html {
  const { location, words } = page;
  const { plan } = words.house;
  return html`<p class="muted">${plan.readOnly}</p>
    <h2 id="tables">${words.evening.tables}</h2>
    <div class="areas">
      ${areasOf(location).map(({ name, tables }) => tablesOf(name ?? plan.noArea, tables, words))}
    </div>
    <h2>${plan.combinations}</h2>
    ${location.floorPlan.combinations.length === 0 ? html`<p>${plan.noCombinations}</p>` : joined(location.floorPlan.combinations, words)}
    <h2>${plan.periods}</h2>
    ${periods(location, words)}
    <h2>${plan.rules}</h2>
    ${rules(location, words)} ${file(page)}`;
}

interface AreaTables {
  readonly name: string | null;
  readonly tables: readonly Table[];
}

/** The tables by area, in the order of the plan; those without an area last. A restaurant without areas has one group. */
function areasOf({ areas, floorPlan }: Location): readonly AreaTables[] {
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const byArea = new Map<string | null, Table[]>();
  for (const table of floorPlan.tables) {
    const known = byArea.get(table.area);
    if (known) known.push(table);
    else byArea.set(table.area, [table]);
  }
  return Array.from(byArea, ([area, tables]) => ({
    name: area === null ? null : (names.get(area) ?? area),
    tables,
  }));
}

/** Without trailing empty columns. */
function columns(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly [readonly string[], readonly (readonly string[])[]] {
  let width = heads.length;
  while (rows.every((row) => row[width - 1] === '')) width--;
  return [heads.slice(0, width), rows.map((row) => row.slice(0, width))];
}

function tableOf(caption: Content, heads: readonly string[], rows: readonly (readonly Content[])[]): Html {
  return html`<div class="scroll" tabindex="0">
    <table class="lines plan">
      ${caption}
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...rest]) =>
            html`<tr>
              <th scope="row">${first!}</th>
              ${rest.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function tablesOf(area: string, tables: readonly Table[], words: ConsoleWords): Html {
  const { plan } = words.house;
  const { form } = words.actions;
  const seats = tables.reduce((sum, { seatsMax }) => sum + seatsMax, 0);
  return tableOf(
    html`<caption>
      ${area}
      <span class="muted">${tables.length} · ${words.evening.people(seats)}</span>
    </caption>`,
    ...columns(
      [form.tables, form.size, plan.when],
      tables.map(({ id, seatsMin, seatsMax, online, when }) => [
        id,
        sizesText(seatsMin, seatsMax),
        [seasonsText(when, words), ...(online ? [] : [plan.houseOnly])]
          .filter((text) => text !== '')
          .join(', '),
      ]),
    ),
  );
}

function joined(combinations: readonly Combination[], words: ConsoleWords): Html {
  const { plan } = words.house;
  return tableOf(
    null,
    ...columns(
      [words.evening.tables, words.actions.form.size, plan.when],
      combinations.map(({ tables, seatsMin, seatsMax, when }) => [
        tables.join(' + '),
        sizesText(seatsMin, seatsMax),
        seasonsText(when, words),
      ]),
    ),
  );
}

function periods(location: Location, words: ConsoleWords): Html {
  const { plan } = words.house;
  return tableOf(
    null,
    ...columns(
      [
        plan.period,
        plan.days,
        plan.hours,
        plan.slots,
        words.house.month.parties,
        plan.lastSeating,
        plan.rules,
      ],
      location.servicePeriods.map((period) => [
        period.name,
        daysText(period, words),
        `${clockText(period.opensMinute)}–${clockText(period.closesMinute)}`,
        plan.every(period.slotStepMinutes),
        sizesText(period.partySizeMin, period.partySizeMax),
        period.lastSeatingMinute === null ? '' : clockText(period.lastSeatingMinute),
        ownRules(period, words),
      ]),
    ),
  );
}

/** Rules of a period that differ from the restaurant's. */
function ownRules({ turnTimes, pacing }: ServicePeriod, { house: { plan, pages } }: ConsoleWords): string {
  return [
    ...(turnTimes ? [`${pages.turns}: ${turnsText(turnTimes, plan)}`] : []),
    ...(pacing ? [`${plan.pacing}: ${pacingText(pacing, plan)}`] : []),
  ].join('; ');
}

type PlanWords = ConsoleWords['house']['plan'];

function turnsText(turnTimes: Location['turnTimes'], { minutes }: PlanWords): string {
  return bandsText(
    turnTimes.map(({ partyMax, turnMinutes }) => ({ partyMax, minutes: turnMinutes })),
    minutes,
  );
}

function pacingText(
  { coversPerStep, partiesPerStep }: NonNullable<Location['pacing']>,
  plan: PlanWords,
): string {
  const limits = [
    ...(coversPerStep === null ? [] : [plan.coversAStep(coversPerStep)]),
    ...(partiesPerStep === null ? [] : [plan.partiesAStep(partiesPerStep)]),
  ];
  return limits.length === 0 ? '–' : limits.join(', ');
}

function rules(location: Location, { house: { plan, pages } }: ConsoleWords): Html {
  const { minutes } = plan;
  const leadTimes = [
    ...location.leadTimes.map(({ partyMax, leadTimeMinutes }) => ({ partyMax, minutes: leadTimeMinutes })),
    { partyMax: null, minutes: location.leadTimeMinutes },
  ];
  const facts: readonly (readonly [string, string])[] = [
    [pages.turns, turnsText(location.turnTimes, plan)],
    [plan.buffer, minutes(location.bufferMinutes)],
    [plan.pacing, location.pacing ? pacingText(location.pacing, plan) : '–'],
    [plan.leadTime, bandsText(leadTimes, minutes)],
    [plan.horizon, plan.dayCount(location.horizonDays)],
    [plan.freeze, minutes(location.freezeMinutes)],
    [plan.cutoff, minutes(location.guestCutoffMinutes)],
  ];
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function file({ file: text, words, here }: PlanPage): Html | null {
  if (text === null) return null;
  const { plan } = words.house;
  return html`<h2 id="file">${plan.file}</h2>
    <p class="muted">${plan.fileHint}</p>
    <div class="actions">
      <a class="button quiet" href="${here}/plan/file" download>${plan.download}</a>
      <button class="quiet" type="button" hidden data-copy="location-file" data-done="${plan.copied}">
        ${plan.copy}
      </button>
    </div>
    <pre class="file" id="location-file" tabindex="0" aria-label="${plan.file}">${text}</pre>`;
}
