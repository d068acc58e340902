import { addDays, localDateAt } from '@bord/engine';
import { html } from '../web/html.ts';
import { DATE, NEXT_DATE } from '../api/demo.ts';

/** The command with placeholders for dates in the reader's future. */
export function withOpenDates(command: string): string {
  return command.replaceAll(DATE, '{tomorrow}').replaceAll(NEXT_DATE, '{day_after}');
}

export function fillPage(
  page: string,
  { rootUrl, base }: { readonly rootUrl: string; readonly base: string },
  nowMs: number,
): string {
  const date = (days: number): string => addDays(localDateAt('UTC', nowMs), days);
  const values = {
    base_url: html`${rootUrl}${base}`.markup,
    root_url: html`${rootUrl}`.markup,
    tomorrow: date(1),
    day_after: date(2),
  };
  return page.replaceAll(
    /\{(base_url|root_url|tomorrow|day_after)\}/g,
    (_, name: keyof typeof values) => values[name],
  );
}
