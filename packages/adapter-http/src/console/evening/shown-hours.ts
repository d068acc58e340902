import { currentServiceDate, type DaySheet } from '@bord/engine';
import { type Timeline, timelineOf } from '@bord/engine/adapters';

/** The running day without the hours that are over, unless a party of them is still expected or seated. The list has everybody. */
export function shownTimeline(sheet: DaySheet): Timeline {
  const whole = timelineOf(sheet);
  const { location, date, nowMs } = sheet;
  if (date !== currentServiceDate(location, nowMs)) return whole;
  const { stretches } = whole.axis;
  const current = stretches.findIndex(
    ({ startMs, endMs }) =>
      nowMs < endMs ||
      whole.bars.some((bar) => bar.stage !== 'gone' && bar.startMs < endMs && startMs < bar.endMs),
  );
  const shown = current > 0 ? stretches.slice(current) : stretches;
  const [first] = shown;
  if (!first || shown.length === stretches.length) return whole;
  const lengthMs = shown.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return timelineOf(sheet, { fromMs: first.startMs, lengthMs });
}
