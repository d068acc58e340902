import { localText, type LocalTextOptions } from '@bord/engine';
import { machineTimeZone, zoneName } from '@bord/engine/adapters';

/** `Tue 1 Dec 2026` */
export function dayText(ms: number, timeZone: string): string {
  return britishText(ms, { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/** `19:30` */
export function clockText(ms: number, timeZone: string): string {
  return britishText(ms, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `19:30:05`, in the zone of this machine. */
export function machineClockText(ms: number): string {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return britishText(ms, { timeZone: machineTimeZone(), ...clock });
}

/** `CET`, or `GMT-5` where a zone has no name that everybody knows. */
export function zoneText(ms: number, timeZone: string): string {
  return zoneName(ms, { locale: BRITISH, timeZone });
}

/** `Tue 1 Dec 2026 19:30–21:30 CET`; `01:30 CEST–02:30 CET` if the clock changes in between. */
export function spanText(startMs: number, endMs: number, timeZone: string): string {
  const [before, after] = [zoneText(startMs, timeZone), zoneText(endMs, timeZone)];
  const start = `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`;
  return `${start}${before === after ? '' : ` ${before}`}–${clockText(endMs, timeZone)} ${after}`;
}

/** `Tue 1 Dec 2026 19:30 CET` */
export function localMomentText(ms: number, timeZone: string): string {
  return `${dayText(ms, timeZone)} ${clockText(ms, timeZone)} ${zoneText(ms, timeZone)}`;
}

/** `Tue 1 Dec 2026 19:30 CET`, for times without a location: in the machine's time zone. */
export function momentText(ms: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  const timeZone = machineTimeZone();
  const clock = to === 'seconds' ? machineClockText(ms) : clockText(ms, timeZone);
  return `${dayText(ms, timeZone)} ${clock} ${zoneText(ms, timeZone)}`;
}

const BRITISH = 'en-GB';

function britishText(ms: number, options: Omit<LocalTextOptions, 'locale'>): string {
  return localText(ms, { locale: BRITISH, ...options }).replaceAll(',', '');
}
