import type { Table } from '../location/floor-plan.ts';
import type { LocationPlan } from '../location/location.ts';
import { isInSeason } from '../location/season.ts';
import { closedHours as closuresOn, serviceDayOf } from '../location/service-day.ts';
import { type Interval, overlaps } from '../instant.ts';
import { weekdayOf } from '../local-date.ts';
import { axisOf, isShown, type TimelineView } from './axis.ts';
import { barsOf } from './bars.ts';
import { coverStepsOf } from './cover-steps.ts';
import type { DaySheet } from './day-sheet.ts';
import { sectionsOf } from './rows.ts';
import { without, within } from './stretches.ts';
import type { Timeline, TimelineAxis } from './timeline.ts';

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

/** What people call the part of the house: by its name where the plan lists it, else as the table says. */
function areaName({ areas }: LocationPlan, { area }: Table): string | null {
  return areas.find(({ id }) => id === area)?.name ?? area;
}
