/** The theorem of `theorem.ts` as a command: `npm run theorem -- --help`. */
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { ORDERS } from './feasible-days.ts';
import { NOTHING, restaurantOf, TABLE_COUNTS, type Tally, tryDays, withDay } from './theorem.ts';

const HELP = `Fills service dates completely, sends the requests of their parties in hard orders, and counts rejected parties: must be 0.

npm run theorem -- [options]

  --tables N    10, 20 or 40; can be repeated (all)
  --days N      service dates for each of them, each in ${Object.keys(ORDERS).length} orders (300)
  --seed S      the first service date; the others are S+1, S+2, … (at random)
  --json        prints the tallies as JSON, and the progress on stderr

refused      rejected although there is room: must be 0
undecided    the budget of a question was too small (D2): the server would have rejected it and counted it in a metric
unanswered   of those: ten times the budget was too small, too
fixed        rejected if each party keeps its first table: the control, must not be 0

Exit code: 0 all seated, 1 a party was rejected or the control rejected none, 2 wrong usage.`;

const options = readOptions(HELP, {
  tables: TABLE_COUNTS.map(String),
  days: '300',
  seed: randomSeed(),
  json: false,
});
const say = options.json ? console.error : console.log;

process.exitCode = main();

function main(): number {
  const days = wholeNumber('days', options.days);
  const seed = wholeNumber('seed', options.seed, 0);
  const tableCounts = options.tables.map((text) => Number(oneOf('tables', TABLE_COUNTS.map(String), text)));
  say(`seed ${seed} (again with --seed ${seed} --days ${days})`);
  const tallies = tableCounts.map((tableCount) => {
    const tally = tallyOf(tableCount, seed, days);
    say(textOf(tally));
    return tally;
  });
  if (options.json) console.log(JSON.stringify(tallies, null, 2));
  return tallies.every(({ isHeld }) => isHeld) ? 0 : 1;
}

interface SizeTally extends Tally {
  readonly tables: number;
  readonly combinations: number;
  readonly seconds: number;
  readonly isHeld: boolean;
}

function tallyOf(tableCount: number, seed: number, days: number): SizeTally {
  const plan = restaurantOf(tableCount);
  const startedMs = performance.now();
  let printedMs = startedMs;
  let tally = NOTHING;
  let faults = 0;
  for (const day of tryDays(plan, seed, days)) {
    tally = withDay(tally, day);
    const { outcome, fault } = day;
    if (outcome.refused > 0 || fault !== null) {
      faults++;
      say(`seed ${day.seed}, ${day.order}: ${outcome.refused} refused${fault === null ? '' : `; ${fault}`}`);
    }
    if (performance.now() - printedMs < 1000) continue;
    printedMs = performance.now();
    say(`${tableCount} tables  ${tally.days} days  ${tally.parties} parties  ${tally.refused} refused`);
  }
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  const isHeld = faults === 0 && tally.refusedAtFixedTables > 0;
  return { tables: tableCount, combinations: plan.combinations.length, ...tally, seconds, isHeld };
}

function textOf(tally: SizeTally): string {
  const { tables, combinations, days, parties, refused, undecided, unanswered, moved, seconds } = tally;
  return [
    `${tally.isHeld ? 'held  ' : 'BROKEN'}  ${tables} tables, ${combinations} combinations: ${days} days, ${parties} parties, ${refused} refused`,
    `(${undecided} undecided, ${unanswered} of them unanswered; ${moved} changes of table; fixed: ${tally.refusedAtFixedTables}; ${seconds} s)`,
  ].join(' ');
}
