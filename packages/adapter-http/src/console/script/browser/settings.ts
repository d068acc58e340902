/** The settings that the server writes into the page for this script. */
import type { Words } from '../../../i18n/en.ts';

type ScriptWords = Words['console']['live']['script'];

export interface Settings {
  readonly words: ScriptWords;
  /** Base of links to this restaurant: `/console/nord`. */
  readonly here: string;
  readonly date: string;
  readonly timeZone: string;
  /** The time format of the language: `{h}.{m}`. */
  readonly clock: string;
}

/** Null on a page that does not follow changes. */
export function readSettings(): Settings | null {
  const element = document.getElementById('live');
  const { here, date, timeZone, clock, words } = element?.dataset ?? {};
  if (!here || !date || !timeZone || !clock || !words) return null;
  return { here, date, timeZone, clock, words: JSON.parse(words) as ScriptWords };
}

/** A local time of the restaurant: `19.30`. */
export function clockText({ timeZone, clock }: Settings, ms: number): string {
  const format = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return filled(clock, { h: parts.get('hour') ?? '', m: parts.get('minute') ?? '' });
}

export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
