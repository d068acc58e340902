import { addDays, isLocalDate } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { dateOf } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import { CLOSURES_ROUTES } from './closures-routes.ts';
import { type HouseInput, housePage, type HouseRoute } from './house-frame.ts';
import type { LocationFiles } from './location-files.ts';
import { monthContent, monthTitle } from './month-page.ts';
import { PEOPLE_ROUTES } from './people-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { turnsContent } from './turns-page.ts';

export const houseRoutes: PartRoutes = ({ locationFiles }) => {
  const hasFiles = locationFiles !== null;
  const routes: readonly HouseRoute[] = [
    { path: '/console/:location/month', read: readMonth },
    { path: '/console/:location/turns', read: (input) => readTurns(input, locationFiles) },
    ...planRoutes(locationFiles),
    ...CLOSURES_ROUTES,
    ...PEOPLE_ROUTES,
  ];
  return routes.map(({ read, change, ...route }) => ({
    ...route,
    read: (input) => read({ ...input, hasFiles }),
    ...(change && { change: (input) => change({ ...input, hasFiles }) }),
  }));
};

async function readMonth(input: HouseInput): Promise<Answer> {
  const { house, query } = input;
  const named = query['month'] ?? '';
  const month = /^\d{4}-\d\d$/.test(named) && isLocalDate(`${named}-01`) ? named : dateOf(input).slice(0, 7);
  const report = await house.months.read(month);
  const dates = { from: report.days[0]!.date, to: report.days.at(-1)!.date };
  const demand = await house.demand.read(dates);
  const page = { ...input, report, demand };
  return housePage({ input, page: 'month', title: monthTitle(page), content: monthContent(page) });
}

/** The longest range that a page reads. */
const TURNS_DAYS_MAX = 366;

async function readTurns(input: HouseInput, files: LocationFiles | null): Promise<Answer> {
  const { house, query } = input;
  const report = await house.turns.read(datesIn(query));
  const proposal = files && (await files.turnTimes(report));
  return housePage({ input, page: 'turns', content: turnsContent({ ...input, report, proposal }) });
}

/** Valid dates in order; a longer range loses its start. */
function datesIn({ from = '', to = '' }: ConsoleInput['query']): { from?: string; to?: string } {
  if (!isLocalDate(from) || !isLocalDate(to) || to < from) return {};
  const earliest = addDays(to, -TURNS_DAYS_MAX);
  return { from: from < earliest ? earliest : from, to };
}
