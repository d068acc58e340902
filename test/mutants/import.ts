/** Bookings of other systems: reading a file, and its results. */
import type { Faults } from './run/fault.ts';

const ENGINE = 'packages/engine/src/app/operator';
const READING = 'packages/cli/src/import';
const MADE = ['test/proof/properties/import.test.ts'];
const COMMAND = ['packages/cli/src/commands/import.test.ts'];

export const faults: Faults = {
  'import-dry-run-saves': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'const into = dryRun ? rehearsalOf(quiet) : quiet;',
    replace: 'const into = dryRun ? { ...quiet } : quiet;',
    breaks: 'Who only wanted to see what would be made has made it.',
    tests: MADE,
  },
  'import-writes-to-guests': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'withoutDemand({ ...app, isQuiet: !writesMail })',
    replace: 'withoutDemand(app)',
    breaks: 'Thousands of guests are told once more of bookings that were confirmed long ago.',
    tests: MADE,
  },
  'import-is-silent-to-who-waits': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'withoutDemand({ ...app, isQuiet: !writesMail })',
    replace: 'withoutDemand(writesMail ? app : { ...app, mailer: null })',
    breaks: 'Who waits is offered a table by a step of an import, and never hears of it.',
    tests: MADE,
  },
  'import-is-demand': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'const { refusal: _, ...amendment } = rule(snapshot);',
    replace: 'const amendment = rule(snapshot);',
    breaks: 'Each run of an import counts as demand that was turned away.',
    tests: MADE,
  },
  'import-guesses-the-month': {
    file: `${READING}/date-order.ts`,
    find: 'const either = yearAnywhere ?? first(null);',
    replace:
      "const either = yearAnywhere ?? first(null);\n  if (either) return { order: 'dmy', shownBy: either };",
    breaks: 'Guests of 4 March are expected on 3 April.',
    tests: [`${READING}/read-date.test.ts`],
  },
  'import-counts-records': {
    file: `${READING}/read-csv.ts`,
    find: 'endsAt - linesWithin(record)',
    replace: 'endsAt',
    breaks: 'A line that is refused is looked for in the wrong place of the file.',
    tests: [`${READING}/read-csv.test.ts`],
  },
  'import-known-is-silent': {
    file: `${READING}/import-results.ts`,
    find: 'const here = differences(location, read, booking);',
    replace: 'const here: string[] = [] ?? differences(location, read, booking);',
    breaks: 'A guest who moved in the other system is expected at the old time.',
    tests: COMMAND,
  },
};
