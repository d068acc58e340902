import type { Location } from '@bord/engine';
import { InvalidArgumentError, Option } from 'commander';
import type { Answer, BordCommand } from '../command.ts';
import type { Runtime } from '../composition.ts';
import { each, oneOf } from '../config/option-values.ts';
import { readSourceBytes } from '../files/source-file.ts';
import { type Field, FIELDS } from '../import/column-names.ts';
import { readImportFile } from '../import/import-file.ts';
import { resultsOf } from '../import/import-results.ts';
import { plannedRows } from '../import/import-rows.ts';
import type { TableRename } from '../import/named-tables.ts';
import { DATE_ORDERS, type DateOrder } from '../import/read-date.ts';
import { STATUS_MEANINGS, type StatusMeaning } from '../import/read-status.ts';
import { wordKey } from '../import/word-key.ts';
import { importCounts, importJson, type ImportReport, importText } from '../import/import-text.ts';
import { progressLine } from '../output/progress.ts';

interface ImportCommandOptions {
  readonly dryRun?: boolean;
  readonly map?: readonly (readonly [Field, readonly string[]])[];
  readonly dates?: DateOrder;
  readonly encoding?: string;
  readonly status?: readonly (readonly [string, StatusMeaning])[];
  readonly table?: readonly TableRename[];
  readonly anyTable?: boolean;
  readonly force?: boolean;
  readonly mail?: boolean;
}

export function define(command: BordCommand): void {
  command
    .examples([
      'import "Bistro Nord" bookings.csv --dry-run',
      'import "Bistro Nord" bookings.csv',
      'import "Bistro Nord" bookings.csv --map "name=Booker,party=No. of diners" --dates mdy',
      'import "Bistro Nord" bookings.csv --table "Window 1=W1" --table "*=T*"',
      'import "Bistro Nord" bookings.csv --status "Bill dropped=over" --json',
    ])
    .description(
      'Books what another system has exported as CSV, or another Bord by bord bookings list --json. Columns are found by their names, in English, Swedish, Norwegian, Danish or German; times are\n' +
        'those of the location. Cancelled and past bookings are skipped. A party whose table is named stays at it.\n\n' +
        'A rejected row is reported with its line and does not stop the others; the exit code is then 1. Run it as often as you like: a booking is known by its\n' +
        'number in the other system, and never made twice. Guests are not written to, since the other system has done so.',
    )
    .argument('<location>', 'the location: its id, or its name')
    .argument(
      '<file>',
      'CSV, with commas, semicolons or tabs, or the JSON of another Bord; - is the standard input',
    )
    .option('--dry-run', 'show the outcome of each row without saving')
    .option(
      '--map <columns>',
      `columns of fields, as field=heading, separated by commas; fields are ${MAPPED.join(', ')}`,
      eachPair(columnPairs),
    )
    .addOption(
      new Option(
        '--dates <order>',
        'dates such as 03/04/2026 have the day first (dmy), the month (mdy) or the year (ymd)',
      ).choices(DATE_ORDERS),
    )
    .option('--encoding <name>', 'of a file in another encoding than UTF-8 and Windows-1252: macintosh')
    .option(
      '--status <word=meaning>',
      `meaning of a status of the other system: ${STATUS_MEANINGS.join(', ')}; again for each`,
      each(statusPair),
    )
    .option(
      '--table <name=id>',
      'table here for one of the other system; * is the common part; repeatable',
      each(tablePair),
    )
    .option('--any-table', 'do not keep parties at the tables that the file names')
    .option('--force', 'also at tables that are not planned for a party of that size')
    .option('--mail', 'send each guest a confirmation, and the reminder')
    .answersAt(importFile);
}

async function importFile(
  { engine }: Runtime,
  options: ImportCommandOptions,
  location: Location,
  path: string,
): Promise<Answer> {
  const { name: fileName, bytes } = await readSourceBytes(path);
  const file = readImportFile(fileName, bytes, location, {
    columns: new Map(options.map),
    order: options.dates ?? null,
    encoding: options.encoding,
    statuses: new Map(options.status),
    renames: options.table ?? [],
    anyTable: options.anyTable ?? false,
    force: options.force ?? false,
  });
  const { dryRun: isDryRun = false, mail: writesMail = false } = options;
  const planned = plannedRows(file.rows, location, Date.now());
  const rows = planned.flatMap((row) => (row.plan === 'import' ? [row.row] : []));
  const line = progressLine();
  const progress = (done: number): void => line.say(isDryRun ? 'Trying' : 'Importing', done / rows.length);
  const outcomes = await engine.operator.bookings
    .import(location.id, rows, { dryRun: isDryRun, writesMail, progress })
    .finally(line.end);
  const results = await resultsOf(engine, location, planned, outcomes);
  const report: ImportReport = { file, location, isDryRun, results };
  if (importCounts(results).refused > 0) process.exitCode = 1;
  return { json: importJson(report), text: () => importText(report) };
}

const MAPPED = FIELDS.filter((field) => field !== 'length');

/** A comma belongs to a heading unless a field follows. */
const PAIRS = new RegExp(`,(?=\\s*(?:${MAPPED.join('|')})\\s*=)`, 'i');

/** `name=Gast`, or `name=First + Last`; `name=` declares that the column does not exist. */
function columnPairs(text: string): (readonly [Field, readonly string[]])[] {
  return text.split(PAIRS).map((pair) => {
    const [field, heading] = sides(pair, pair.indexOf('='));
    const known = MAPPED.find((name) => name === field.toLowerCase());
    if (known === undefined) throw new InvalidArgumentError(`A field is one of ${MAPPED.join(', ')}.`);
    return [known, heading === '' ? [] : heading.split(/\s\+\s/)];
  });
}

function statusPair(text: string): readonly [string, StatusMeaning] {
  const [word, meaning] = sides(text);
  return [wordKey(word), oneOf(STATUS_MEANINGS)(meaning)];
}

function tablePair(text: string): TableRename {
  const [from, to] = sides(text);
  return { from, to };
}

function sides(pair: string, at = pair.lastIndexOf('=')): [string, string] {
  if (at < 1) throw new InvalidArgumentError('It must have a = in it.');
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function eachPair<T>(
  read: (text: string) => readonly T[],
): (text: string, before?: readonly T[]) => readonly T[] {
  return (text, before = []) => [...before, ...read(text)];
}
