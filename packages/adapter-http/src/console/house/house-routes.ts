import { addDays, isLocalDate } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { dateOf } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import { closuresRoutes } from './closures-routes.ts';
import { housePage } from './house-frame.ts';
import type { LocationFiles } from './location-files.ts';
import { monthContent, monthTitle } from './month-page.ts';
import { peopleRoutes } from './people-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { turnsContent } from './turns-page.ts';

export const houseRoutes: PartRoutes = ({ locationFiles }) => [
  { path: '/console/:location/month', read: readMonth },
  { path: '/console/:location/turns', read: (input) => readTurns(input, locationFiles) },
  ...planRoutes(locationFiles),
  ...closuresRoutes(locationFiles !== null),
  ...peopleRoutes(locationFiles !== null),
];

async function readMonth(input: ConsoleInput): Promise<Answer> {
  const { house, words, here, query } = input;
  const named = query['month'] ?? '';
  const month = /^\d{4}-\d\d$/.test(named) && isLocalDate(`${named}-01`) ? named : dateOf(input).slice(0, 7);
  const report = await house.months.read(month);
  const dates = { from: report.days[0]!.date, to: report.days.at(-1)!.date };
  const demand = await house.demand.read(dates);
  const page = { report, demand, words, here };
  return housePage({
    input,
    page: 'month',
    title: monthTitle(page),
    content: monthContent(page),
    hasFiles: false,
  });
}

/** The longest range that a page reads. */
const TURNS_DAYS_MAX = 366;

async function readTurns(input: ConsoleInput, files: LocationFiles | null): Promise<Answer> {
  const { house, words, here, query } = input;
  const report = await house.turns.read(datesIn(query));
  const proposal = files && (await files.turnTimes(report));
  const content = turnsContent({ report, proposal, words, here });
  return housePage({ input, page: 'turns', content, hasFiles: files !== null });
}

/** Valid dates in order; a longer range loses its start. */
function datesIn({ from = '', to = '' }: ConsoleInput['query']): { from?: string; to?: string } {
  if (!isLocalDate(from) || !isLocalDate(to) || to < from) return {};
  const earliest = addDays(to, -TURNS_DAYS_MAX);
  return { from: from < earliest ? earliest : from, to };
}
