/** Bookings of other systems: how a file is read, and what is made of it. */
import type { Fault } from './run/fault.ts';

const ENGINE = 'packages/engine/src/app/operator';
const READING = 'packages/cli/src/import';
const MADE = ['test/import/import.test.ts'];
const COMMAND = ['packages/cli/src/commands/import.test.ts'];
const FILE = [`${READING}/import-file.test.ts`];

export const faults: readonly Fault[] = [
  {
    name: 'import-dry-run-saves',
    file: `${ENGINE}/import-bookings.ts`,
    find: 'const into = dryRun ? rehearsalOf(quiet) : quiet;',
    replace: 'const into = dryRun ? { ...quiet } : quiet;',
    breaks: 'Who only wanted to see what would be made has made it.',
    tests: MADE,
  },
  {
    name: 'import-writes-to-guests',
    file: `${ENGINE}/import-bookings.ts`,
    find: 'withoutDemand(writesMail ? app : { ...app, mailer: null })',
    replace: 'withoutDemand(app)',
    breaks: 'Thousands of guests are told once more of bookings that were confirmed long ago.',
    tests: MADE,
  },
  {
    name: 'import-is-demand',
    file: `${ENGINE}/import-bookings.ts`,
    find: 'const { refusal: _, ...amendment } = rule(snapshot);',
    replace: 'const amendment = rule(snapshot);',
    breaks: 'Each run of an import counts as demand that was turned away.',
    tests: MADE,
  },
  {
    name: 'import-books-the-cancelled',
    file: `${ENGINE}/import-bookings.ts`,
    find: 'if (isCancelled) return lookUp(app, location, request);',
    replace: '',
    breaks: 'Tables are held for guests who have cancelled.',
    tests: MADE,
  },
  {
    name: 'import-chosen-tables-last',
    file: `${ENGINE}/import-order.ts`,
    find: 'Number(b.isChosen) - Number(a.isChosen)',
    replace: 'Number(a.isChosen) - Number(b.isChosen)',
    breaks: 'Who could sit anywhere is at the table that was promised to another.',
    tests: MADE,
  },
  {
    name: 'rehearsal-forgets',
    file: `${ENGINE}/rehearsal.ts`,
    find: 'if (last) note(scope, last);',
    replace: '',
    breaks: 'A dry run has room for each party, as if the others did not come.',
    tests: MADE,
  },
  {
    name: 'rehearsal-forgets-moves',
    file: `${ENGINE}/rehearsal.ts`,
    find: 'for (const { bookingId, tables } of amendment.reseatings ?? []) moved.set(bookingId, tables);',
    replace: 'void moved;',
    breaks: 'A dry run has those who made room still where they were, and two parties at one table.',
    tests: MADE,
  },
  {
    name: 'import-guesses-the-month',
    file: `${READING}/date-order.ts`,
    find: 'const either = yearAnywhere ?? first(null);',
    replace:
      "const either = yearAnywhere ?? first(null);\n  if (either) return { order: 'dmy', shownBy: either };",
    breaks: 'Guests of 4 March are expected on 3 April.',
    tests: [`${READING}/read-date.test.ts`],
  },
  {
    name: 'import-guesses-a-status',
    file: `${READING}/read-status.ts`,
    find: '(added.get(key) ?? WORDS.get(key) ?? null)',
    replace: "(added.get(key) ?? WORDS.get(key) ?? 'confirmed')",
    breaks: 'A word for cancelled that nobody has thought of holds tables.',
    tests: [`${READING}/find-columns.test.ts`],
  },
  {
    name: 'import-guesses-a-column',
    file: `${READING}/find-columns.ts`,
    find: 'if (found.length > 1 && !SEVERAL.has(field))',
    replace: 'if (found.length > 9 && !SEVERAL.has(field))',
    breaks: 'The date on which somebody booked is taken for the visit.',
    tests: [`${READING}/find-columns.test.ts`],
  },
  {
    name: 'import-counts-records',
    file: `${READING}/read-csv.ts`,
    find: 'endsAt - linesWithin(record)',
    replace: 'endsAt',
    breaks: 'A line that is refused is looked for in the wrong place of the file.',
    tests: [`${READING}/read-csv.test.ts`],
  },
  {
    name: 'import-latin-controls',
    file: `${READING}/decode-text.ts`,
    find: 'UPPER[control.charCodeAt(0) - 0x80]!',
    replace: 'control',
    breaks: 'Quotation marks and the sign of the euro are lost from notes.',
    tests: [`${READING}/read-csv.test.ts`],
  },
  {
    name: 'import-twins-are-one',
    file: `${READING}/import-key.ts`,
    find: 'return `import-row:${hash}:${count}`;',
    replace: 'return `import-row:${hash}`;',
    breaks: 'Who has booked two tables for the same time gets one.',
    tests: FILE,
  },
  {
    name: 'import-cancelled-takes-the-key',
    file: `${READING}/import-rows.ts`,
    find: 'Number(live(b)) - Number(live(a))',
    replace: '0 * (Number(live(b)) - Number(live(a)))',
    breaks: 'Who has cancelled and booked anew is not booked, or twice.',
    tests: FILE,
  },
  {
    name: 'import-number-for-two',
    file: `${READING}/import-rows.ts`,
    find: 'if (same && sameTables) return',
    replace: 'if (!same || sameTables) return',
    breaks: 'A booking whose number stands twice in the file is lost in silence.',
    tests: FILE,
  },
  {
    name: 'import-ends-well',
    file: 'packages/cli/src/commands/import.ts',
    find: 'if (importCounts(results).refused > 0) process.exitCode = 1;',
    replace: '',
    breaks: 'A script goes on though bookings were refused.',
    tests: COMMAND,
  },
  {
    name: 'import-known-is-silent',
    file: `${READING}/import-results.ts`,
    find: 'const here = differences(location, read, booking);',
    replace: 'const here: string[] = [] ?? differences(location, read, booking);',
    breaks: 'A guest who moved in the other system is expected at the old time.',
    tests: COMMAND,
  },
];
