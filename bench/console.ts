/**
 * P15: the console's page of a full day: forty tables, two hundred bookings.
 *
 *     node --conditions=@bord/source bench/run.ts console
 *
 * The ceiling is the work of any page: the timeline, and its JSON. Each request reads a day that has changed, as after a booking; the cost of an
 * unchanged day is a separate figure. All times are processor time.
 */
import type { DaySheet } from '@bord/engine';
import { timelineOf } from '@bord/engine/adapters';
import { busySheet } from '../test/support/busy-sheet.ts';
import { daysServer } from '../test/support/console-day.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';

const ROUNDS = 41;
/** So many rounds that the page is made by compiled code, as it is on a server that has run for a minute. */
const WARM_UP = 60;

export async function run(): Promise<Figure[]> {
  const ask = daysServer();
  let changes = 0;
  /** The day after one more change. */
  const changed = (): DaySheet => {
    const sheet = busySheet();
    changes += 1;
    const [first, ...others] = sheet.bookings;
    return { ...sheet, bookings: [{ ...first!, partySize: changes }, ...others] };
  };
  const same = busySheet();
  const firstMs = await cpuMs(() => ask(same));
  const measures = {
    page: () => timed(changed(), (sheet) => ask(sheet)),
    again: () => timed(same, (sheet) => ask(sheet)),
    ceiling: () => timed(changed(), async (sheet) => JSON.stringify(timelineOf(sheet))),
  };
  await interleaved(WARM_UP, measures);
  const { page, again, ceiling } = await interleaved(ROUNDS, measures);
  const against = 'the timeline and its JSON';
  return [
    {
      goal: 'P15',
      what: 'the console: a day of 40 tables and 200 bookings that has changed',
      unit: 'ms',
      figure: median(page),
      ceiling: median(ceiling),
      against,
      ratio: ratioOf(page, ceiling),
      atMost: 4,
    },
    {
      goal: 'P15',
      what: 'the same, asked for again within the minute',
      unit: 'ms',
      figure: median(again),
      ceiling: median(ceiling),
      against,
      ratio: ratioOf(again, ceiling),
      atMost: 1,
    },
    {
      goal: 'P15',
      what: 'the same, the first page of a process',
      unit: 'ms',
      figure: firstMs,
      ceiling: null,
      against: 'none: it tells what code costs that has not been compiled yet',
      ratio: firstMs,
    },
  ];
}

/** The sheet is made before the clock runs: reading it is the storage's. */
async function timed(sheet: DaySheet, work: (sheet: DaySheet) => Promise<unknown>): Promise<number> {
  return cpuMs(() => work(sheet));
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
