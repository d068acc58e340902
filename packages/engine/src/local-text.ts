/** Formats instants in a language; only this file does so with Intl. `core/local-date.ts` computes dates and times. */

/** The format of an instant, as for `Intl.DateTimeFormat`. */
export interface LocalTextOptions extends Omit<Intl.DateTimeFormatOptions, 'timeZone'> {
  /** BCP 47 */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** An instant in a language: `{ locale: 'sv', timeZone: 'Europe/Stockholm', weekday: 'long' }` gives `fredag`. */
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

/** The time zone of this machine. */
export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Making one takes as long as using it a hundred times. */
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
