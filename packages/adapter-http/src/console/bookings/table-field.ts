import type { LocalDate } from '@bord/engine';
import { tableOptionsOn } from '@bord/engine/adapters';
import { capitalised } from '../../i18n/when.ts';
import { html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';
import { tablesText } from './booking-text.ts';
import { tableValue } from './form-values.ts';

/** A field with the tables and combinations that are in season on a day, and the chosen ones. */
export function tableField(
  input: ConsoleInput,
  day: LocalDate,
  chosen: readonly string[] | null,
  noChoice: string,
): Html {
  const value = chosen ? tableValue(chosen) : '';
  const values = tableOptionsOn(input.location, day).map(({ tables }) => tables);
  const isListed = chosen === null || values.some((tables) => tableValue(tables) === value);
  const listed = isListed ? values : [chosen, ...values];
  return html`<div class="field">
    <label for="tables">${input.words.actions.form.tables}</label>
    <select id="tables" name="tables">
      <option value="">${noChoice}</option>
      ${listed.map(
        (tables) =>
          html`<option value="${tableValue(tables)}" ${tableValue(tables) === value && html` selected`}>
            ${capitalised(tablesText(input, tables))}
          </option>`,
      )}
    </select>
  </div>`;
}
