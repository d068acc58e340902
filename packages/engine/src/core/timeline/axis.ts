import { HOUR_MS, type Interval, MINUTE_MS, startOfMinute } from '../instant.ts';
import { minuteOfDayAt } from '../local-date.ts';
import { joined, within } from './stretches.ts';
import type { TimelineAxis, TimelineTick } from './timeline.ts';

/** The shown part of the axis. */
export interface TimelineView {
  /** The start; earlier if less than `lengthMs` would be left. */
  readonly fromMs: number;
  /** The shown length of the axis, without breaks. */
  readonly lengthMs: number;
}

/** The axis for all shown times, in full hours of local time; for a view, in quarters of an hour. */
export function axisOf(
  shown: readonly Interval[],
  timeZone: string,
  view: TimelineView | null,
): TimelineAxis {
  const hours = shown.map(({ startMs, endMs }) => ({
    startMs: hourBefore(timeZone, startMs),
    endMs: hourAfter(timeZone, endMs),
  }));
  const whole = joined(hours, HOUR_MS);
  const stretches = view ? inView(whole, view) : whole;
  return { stretches, ticks: stretches.flatMap((stretch) => ticksOf(timeZone, stretch)) };
}

/** Whether the axis shows this instant. */
export function isShown({ stretches }: TimelineAxis, ms: number): boolean {
  return stretches.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);
}

/**
 * The position of an instant on a line that shows the axis from 0 to `length`, with `breakLength` for each break. Instants outside are at the nearest
 * end, those in a break at its middle. The position never decreases with time.
 */
export function axisScale(
  { stretches }: Pick<TimelineAxis, 'stretches'>,
  length: number,
  breakLength: number = 0,
): (ms: number) => number {
  const totalMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const perMs = (length - breakLength * Math.max(0, stretches.length - 1)) / totalMs;
  return (ms) => {
    let at = 0;
    for (const [i, { startMs, endMs }] of stretches.entries()) {
      if (ms < startMs) return i === 0 ? 0 : at - breakLength / 2;
      if (ms <= endMs) return at + (ms - startMs) * perMs;
      at += (endMs - startMs) * perMs + breakLength;
    }
    return length;
  };
}

/** The stretches from an instant on, up to this length, or those before the end. */
function inView(stretches: readonly Interval[], { fromMs, lengthMs }: TimelineView): Interval[] {
  const quarterMs = 15 * MINUTE_MS;
  const wanted = Math.floor(fromMs / quarterMs) * quarterMs;
  const from = Math.min(wanted, instantBeforeEnd(stretches, lengthMs));
  const shown: Interval[] = [];
  let leftMs = lengthMs;
  for (const { startMs, endMs } of within(stretches, { startMs: from, endMs: Infinity })) {
    const stretch = { startMs, endMs: Math.min(endMs, startMs + leftMs) };
    leftMs -= stretch.endMs - startMs;
    shown.push(stretch);
    if (leftMs <= 0) break;
  }
  return shown;
}

/** The instant from which this length of the stretches is left; the beginning if they are shorter. */
function instantBeforeEnd(stretches: readonly Interval[], lengthMs: number): number {
  let leftMs = lengthMs;
  for (const { startMs, endMs } of stretches.toReversed()) {
    if (endMs - startMs >= leftMs) return endMs - leftMs;
    leftMs -= endMs - startMs;
  }
  return -Infinity;
}

function ticksOf(timeZone: string, { startMs, endMs }: Interval): TimelineTick[] {
  const ticks: TimelineTick[] = [];
  for (let ms = startMs; ms < endMs;) {
    const minute = minuteOfDayAt(timeZone, ms);
    if (minute % 60 === 0) ticks.push({ ms, hour: minute / 60 });
    ms += (60 - (minute % 60)) * MINUTE_MS; // read again: the clock can change by half an hour in between
  }
  return ticks;
}

function hourBefore(timeZone: string, ms: number): number {
  return startOfMinute(ms) - (minuteOfDayAt(timeZone, ms) % 60) * MINUTE_MS;
}

function hourAfter(timeZone: string, ms: number): number {
  const startMs = hourBefore(timeZone, ms);
  return startMs === ms ? ms : startMs + HOUR_MS;
}
