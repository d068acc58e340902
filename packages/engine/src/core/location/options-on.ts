import { type LocalDate, weekdayOf } from '../local-date.ts';
import { type TableOption, tableOptionsOf } from './floor-plan.ts';
import type { LocationPlan } from './location.ts';
import { isInSeason } from './season.ts';
import { serviceDayOf } from './service-day.ts';

/** The tables and combinations that are in season in at least one service period of the date (D40). On a closed date: by dates and weekdays only. */
export function tableOptionsOn(location: LocationPlan, date: LocalDate): readonly TableOption[] {
  const periods = serviceDayOf(location, date).periods.map(({ period }) => period.name);
  const names = periods.length > 0 ? periods : [null];
  const weekday = weekdayOf(date);
  return tableOptionsOf(location.floorPlan).filter(({ seasons }) =>
    names.some((name) => seasons.every((season) => isInSeason(season, date, weekday, name))),
  );
}
