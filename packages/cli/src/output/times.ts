/** Times as people read them, in the zone of the location. */

/** `Tue 1 Dec 2026` */
export function dayText(ms: number, timeZone: string): string {
  return formatted(ms, { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/** `19:30` */
export function clockText(ms: number, timeZone: string): string {
  return formatted(ms, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `Tue 1 Dec 2026 19:30–21:30` */
export function spanText(startMs: number, endMs: number, timeZone: string): string {
  return `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}–${clockText(endMs, timeZone)}`;
}

/** `Tue 1 Dec 2026 19:30`, for what belongs to no location: in the zone of this machine. */
export function momentText(ms: number): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `${dayText(ms, timeZone)} ${clockText(ms, timeZone)}`;
}

function formatted(ms: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(ms).replaceAll(',', '');
}
