import { HOUR_MS, type Interval, MINUTE_MS, startOfMinute } from '../instant.ts';
import { minuteOfDayAt } from '../local-date.ts';
import { joined, within } from './stretches.ts';
import type { TimelineAxis, TimelineTick } from './timeline.ts';

/** Which part of the axis is shown. */
export interface TimelineView {
  /** From when on; earlier when less than `lengthMs` would be left. */
  readonly fromMs: number;
  /** How much of the axis, its breaks not counted. */
  readonly lengthMs: number;
}

/** The axis of whatever has to be shown, in full hours of the location's clock; of a view, in quarters. */
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

/** A stretch of the axis is shown at this instant. */
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

/** So much of the stretches from an instant on, or from so much before the end. */
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

/** From this instant on, so much of the stretches is left; or all of it when they are shorter. */
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
    ms += (60 - (minute % 60)) * MINUTE_MS; // looked at again: a clock may be put on by half an hour meanwhile
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
