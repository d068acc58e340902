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
    breaks: 'A dry run of an import creates bookings.',
    tests: MADE,
  },
  'import-writes-to-guests': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'withoutDemand({ ...app, isQuiet: !writesMail })',
    replace: 'withoutDemand(app)',
    breaks: 'An import sends confirmations for its bookings.',
    tests: MADE,
  },
  'import-is-silent-to-who-waits': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'withoutDemand({ ...app, isQuiet: !writesMail })',
    replace: 'withoutDemand(writesMail ? app : { ...app, mailer: null })',
    breaks: 'An import makes an offer to a waiting party without an e-mail.',
    tests: MADE,
  },
  'import-is-demand': {
    file: `${ENGINE}/import-bookings.ts`,
    find: 'const { refusal: _, ...amendment } = rule(snapshot);',
    replace: 'const amendment = rule(snapshot);',
    breaks: 'Rejected lines of an import count as unmet demand.',
    tests: MADE,
  },
  'import-guesses-the-month': {
    file: `${READING}/date-order.ts`,
    find: 'const either = yearAnywhere ?? first(null);',
    replace:
      "const either = yearAnywhere ?? first(null);\n  if (either) return { order: 'dmy', shownBy: either };",
    breaks: '4 March is imported as 3 April.',
    tests: [`${READING}/read-date.test.ts`],
  },
  'import-counts-records': {
    file: `${READING}/read-csv.ts`,
    find: 'endsAt - linesWithin(record)',
    replace: 'endsAt',
    breaks: 'A rejected line is reported with the wrong line number.',
    tests: [`${READING}/read-csv.test.ts`],
  },
  'import-known-is-silent': {
    file: `${READING}/import-results.ts`,
    find: 'const here = differences(location, read, booking);',
    replace: 'const here: string[] = [] ?? differences(location, read, booking);',
    breaks: 'A booking that was moved in the other system keeps its old time.',
    tests: COMMAND,
  },
};
