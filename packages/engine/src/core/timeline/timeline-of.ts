import type { Table } from '../location/floor-plan.ts';
import { type LocationPlan, pacingOf } from '../location/location.ts';
import { isInSeason } from '../location/season.ts';
import { closedHours as closuresOn, serviceDayOf, type OpenPeriod } from '../location/service-day.ts';
import { type Interval, overlaps, MINUTE_MS } from '../instant.ts';
import { weekdayOf } from '../local-date.ts';
import { axisOf, isShown, type TimelineView } from './axis.ts';
import { type DaySheet, isComing } from './day-sheet.ts';
import { sectionsOf } from './rows.ts';
import { without, within } from './stretches.ts';
import type { Timeline, TimelineAxis, CoverStep, TimelineBar, VisitStage } from './timeline.ts';
import { type Booking, isLive } from '../booking/booking.ts';

/**
 * Draws a sheet, or a part of its day. Every live booking of the date has one bar, in a row for each of its tables or at the top without a table, and
 * bars never overlap in a row, even with an inconsistent sheet. Pure; a view omits what is outside of it.
 */
export function timelineOf(sheet: DaySheet, view: TimelineView | null = null): Timeline {
  const { location, date, nowMs, blocks = [], holds = [] } = sheet;
  const day = serviceDayOf(location, date);
  const all = barsOf(sheet);
  const own = all.filter(({ isOther }) => !isOther);
  const hours = day.periods.map(({ opensMs, closesMs }) => ({ startMs: opensMs, endMs: closesMs }));
  const closedHours = ({ when }: Table): readonly Interval[] =>
    hours.filter((_, i) => when && !isInSeason(when, date, weekdayOf(date), day.periods[i]!.period.name));
  const axis = axisOf([...hours, ...own], location.timeZone, view);
  const bars = all.filter((bar) => isOnAxis(axis, bar));
  return {
    date,
    timeZone: location.timeZone,
    axis,
    nowMs: isShown(axis, nowMs) ? nowMs : null,
    periods: day.periods
      .map((open, i) => ({
        name: open.period.name,
        ...hours[i]!,
        steps: coverStepsOf(location, open, own).filter((step) => isOnAxis(axis, step)),
      }))
      .filter((period) => isOnAxis(axis, period)),
    sections: sectionsOf({
      tables: location.floorPlan.tables.map((table) => ({ ...table, area: areaName(location, table) })),
      bars,
      blocks: blocks.filter((block) => isOnAxis(axis, block)),
      holds: holds.filter((hold) => isOnAxis(axis, hold)),
      hours,
      closedHours,
      open: within(without(hours, day.closed), { startMs: nowMs, endMs: Infinity }),
    }),
    bars,
    closures: closuresOn(location, date)
      .flatMap((closure) => within(hours, closure).map((interval) => ({ ...closure, ...interval })))
      .filter((closure) => isOnAxis(axis, closure))
      .toSorted((a, b) => a.startMs - b.startMs),
  };
}

function isOnAxis({ stretches }: TimelineAxis, interval: Interval): boolean {
  return stretches.some((stretch) => overlaps(stretch, interval));
}

/** The name of a table's area from the plan's areas, or the area of the table. */
function areaName({ areas }: LocationPlan, { area }: Table): string | null {
  return areas.find(({ id }) => id === area)?.name ?? area;
}

/** The parties and covers that start in each slot step of a period, compared with the pacing. Parties outside the hours are in no step. */
function coverStepsOf(
  location: LocationPlan,
  { period, opensMs, closesMs, lastSeatingMs }: OpenPeriod,
  bars: readonly TimelineBar[],
): CoverStep[] {
  const stepMs = period.slotStepMinutes * MINUTE_MS;
  const { coversPerStep = null, partiesPerStep = null } = pacingOf(location, period) ?? {};
  const isLastIncluded = lastSeatingMs === closesMs;
  const count = Math.ceil((closesMs - opensMs + (isLastIncluded ? 1 : 0)) / stepMs);
  const sizes = Array.from({ length: count }, (): number[] => []);
  for (const { booking, startMs } of bars)
    sizes[Math.floor((startMs - opensMs) / stepMs)]?.push(booking.partySize);
  return sizes.map((own, i) => {
    const covers = own.reduce((sum, size) => sum + size, 0);
    const startMs = opensMs + i * stepMs;
    return {
      startMs,
      endMs: startMs + stepMs,
      covers,
      parties: own.length,
      coversMax: coversPerStep,
      partiesMax: partiesPerStep,
      isFull: covers >= (coversPerStep ?? Infinity) || own.length >= (partiesPerStep ?? Infinity),
    };
  });
}

/** A party that is still seated after its end is expected to stay at least this long. */
const STAYS_ON_MS = 15 * MINUTE_MS;

/**
 * The parties of a sheet, by start: expected, present and past ones. A live booking always has a bar. A completed one has a bar while it had its
 * table: if the time of leaving is unknown, it ends now, or with the next party.
 */
function barsOf(sheet: DaySheet): TimelineBar[] {
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

/** Null for a booking whose party does not come. */
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

/** Ends at the start of another party at one of its tables. */
function cutByNext(bar: TimelineBar, bars: readonly TimelineBar[]): TimelineBar {
  const { tables } = bar.booking;
  const next = bars.find(
    ({ startMs, booking }) =>
      startMs > bar.startMs && startMs < bar.endMs && booking.tables.some((id) => tables.includes(id)),
  );
  return next ? { ...bar, endMs: next.startMs, heldUntilMs: next.startMs } : bar;
}
