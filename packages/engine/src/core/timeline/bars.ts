import { type Booking, isLive } from '../booking/booking.ts';
import { MINUTE_MS } from '../instant.ts';
import { type DaySheet, isComing } from './day-sheet.ts';
import type { TimelineBar, VisitStage } from './timeline.ts';

/** Who still sits at the table when its time is over is not gone within the next quarter of an hour. */
const STAYS_ON_MS = 15 * MINUTE_MS;

/**
 * The parties of a sheet, by start: those that are expected or there, and those that have been there. A live booking has always a bar, one that
 * is completed for as long as its table was its own: nobody has written down when it was left, so it ends now, or when the next party came.
 */
export function barsOf(sheet: DaySheet): TimelineBar[] {
  const bars = [
    ...sheet.bookings.map((booking) => barOf(sheet, booking, false)),
    ...sheet.others.filter(isLive).map((booking) => barOf(sheet, booking, true)),
  ]
    .filter((bar) => bar !== null)
    .toSorted((a, b) => a.startMs - b.startMs || (a.booking.id < b.booking.id ? -1 : 1));
  return bars
    .map((bar) => (isLive(bar.booking) ? bar : cutByNext(bar, bars)))
    .filter(({ startMs, endMs }) => startMs < endMs);
}

/** Null for a booking of which nobody comes. */
function barOf({ nowMs }: DaySheet, booking: Booking, isOther: boolean): TimelineBar | null {
  if (!isComing(booking)) return null;
  const { arrivedMs, seatedMs, leftMs } = booking.visit;
  const startMs = Math.min(booking.startMs, seatedMs ?? booking.startMs);
  const bar = { booking, isOther, startMs };
  if (booking.status === 'completed' || leftMs !== null) {
    const goneMs = leftMs ?? Math.min(booking.endMs, nowMs);
    const endMs = isLive(booking) ? Math.max(goneMs, startMs + MINUTE_MS) : goneMs;
    return { ...bar, endMs, heldUntilMs: endMs, stage: 'gone' };
  }
  const { endMs, blockedUntilMs } = booking;
  const stage: VisitStage = seatedMs !== null ? 'seated' : arrivedMs !== null ? 'arrived' : 'expected';
  if (stage !== 'seated' || nowMs < endMs)
    return { ...bar, endMs, heldUntilMs: Math.max(endMs, blockedUntilMs), stage };
  return { ...bar, endMs: nowMs, heldUntilMs: Math.max(blockedUntilMs, nowMs + STAYS_ON_MS), stage };
}

/** Ends when another party begins at one of its tables. */
function cutByNext(bar: TimelineBar, bars: readonly TimelineBar[]): TimelineBar {
  const { tables } = bar.booking;
  const next = bars.find(
    ({ startMs, booking }) =>
      startMs > bar.startMs && startMs < bar.endMs && booking.tables.some((id) => tables.includes(id)),
  );
  return next ? { ...bar, endMs: next.startMs, heldUntilMs: next.startMs } : bar;
}
