/** Times as people read them, in the zone of the location. */
import { formatInstant } from '@bord/engine';

/** `Tue 1 Dec 2026` */
export function dayText(ms: number, timeZone: string): string {
  return formatted(ms, { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/** `19:30` */
export function clockText(ms: number, timeZone: string): string {
  return formatted(ms, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `CET`, or `GMT-5` where a zone has no name that everybody knows. */
export function zoneText(ms: number, timeZone: string): string {
  const parts = formatOf({ timeZone, timeZoneName: 'short' }).formatToParts(ms);
  return parts.find(({ type }) => type === 'timeZoneName')!.value;
}

/** `Tue 1 Dec 2026 19:30–21:30 CET`; `01:30 CEST–02:30 CET` when the clock changes meanwhile. */
export function spanText(startMs: number, endMs: number, timeZone: string): string {
  const [before, after] = [zoneText(startMs, timeZone), zoneText(endMs, timeZone)];
  const start = `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`;
  return `${start}${before === after ? '' : ` ${before}`}–${clockText(endMs, timeZone)} ${after}`;
}

/** `Tue 1 Dec 2026 19:30 CET`, for what belongs to no location: in the zone of this machine. */
export function momentText(ms: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const seconds = to === 'seconds' ? formatInstant(ms).slice(-4, -1) : '';
  return `${dayText(ms, timeZone)} ${clockText(ms, timeZone)}${seconds} ${zoneText(ms, timeZone)}`;
}

function formatted(ms: number, options: Intl.DateTimeFormatOptions): string {
  return formatOf(options).format(ms).replaceAll(',', '');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** To make one takes as long as to use it a hundred times, and a command needs a few, for a list of any length. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-GB', options)));
  return format;
}
