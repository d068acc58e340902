/** Instants in the words of a language: the only place that asks Intl. What day it is and what the clock shows is for `core/local-date.ts`. */

/** How an instant is to be written, as `Intl.DateTimeFormat` takes it. */
export interface LocalTextOptions extends Omit<Intl.DateTimeFormatOptions, 'timeZone'> {
  /** BCP 47 */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** An instant as the language writes it: `{ locale: 'sv', timeZone: 'Europe/Stockholm', weekday: 'long' }` gives `fredag`. */
export function localText(ms: number, options: LocalTextOptions): string {
  return formatOf(options).format(ms);
}

/** The usual name of a zone's time at an instant in a language: `CET`, or `GMT-5` if it has no common name. */
export function zoneName(
  ms: number,
  { locale, timeZone }: Pick<LocalTextOptions, 'locale' | 'timeZone'>,
): string {
  const parts = formatOf({ locale, timeZone, timeZoneName: 'short' }).formatToParts(ms);
  return parts.find(({ type }) => type === 'timeZoneName')!.value;
}

/** The zone in which this machine is set up. */
export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** To make one takes as long as to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 200;

function formatOf(options: LocalTextOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    const { locale, ...rest } = options;
    formats.set(key, (format = new Intl.DateTimeFormat(locale, rest)));
  }
  return format;
}
