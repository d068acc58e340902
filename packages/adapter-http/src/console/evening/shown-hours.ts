import { currentServiceDate, type DaySheet, HOUR_MS } from '@bord/engine';
import { type Timeline, timelineOf } from '@bord/engine/adapters';

/** The running day from the hour of the current period, or of an earlier party that is expected or seated. The list has all parties. */
export function shownTimeline(sheet: DaySheet): Timeline {
  const whole = timelineOf(sheet);
  const { location, date, nowMs } = sheet;
  const { periods, bars } = whole;
  const { stretches, ticks } = whole.axis;
  const current = periods.find(({ endMs }) => nowMs < endMs) ?? periods.at(-1);
  if (date !== currentServiceDate(location, nowMs) || !current) return whole;
  const open = bars.filter(({ stage }) => stage !== 'gone');
  const wantedMs = Math.min(nowMs, current.startMs, ...open.map(({ startMs }) => startMs));
  const fromMs = ticks.find(({ ms }) => ms > wantedMs - HOUR_MS)?.ms ?? 0;
  if (fromMs <= stretches[0]!.startMs) return whole;
  const lengthMs = stretches.reduce(
    (sum, { startMs, endMs }) => sum + Math.max(0, endMs - Math.max(startMs, fromMs)),
    0,
  );
  return timelineOf(sheet, { fromMs, lengthMs });
}
