import type { Location } from '@bord/engine';
import { Failure } from '../output/failure.ts';
import { dateOrderOf, type DateText } from './date-order.ts';
import { decodeText } from './decode-text.ts';
import { type ColumnChoice, type Columns, findColumns } from './find-columns.ts';
import { type TableRename, tableReader } from './named-tables.ts';
import { type CsvRecord, type CsvTable, readCsv } from './read-csv.ts';
import { readBookingsJson } from './read-bookings-json.ts';
import type { DateOrder } from './read-date.ts';
import { readRow, type ReadRow, type UnreadRow } from './read-row.ts';
import { readStamp } from './read-stamp.ts';
import { readStatus, type StatusMeaning } from './read-status.ts';

export interface ImportChoices {
  readonly columns: ColumnChoice;
  readonly order: DateOrder | null;
  readonly encoding: string | undefined;
  /** By their `wordKey`. */
  readonly statuses: ReadonlyMap<string, StatusMeaning>;
  readonly renames: readonly TableRename[];
  /** Ignores the tables that the file names. */
  readonly anyTable: boolean;
  /** As in {@link TableChoice}. */
  readonly force: boolean;
}

export interface ImportFile {
  readonly name: string;
  readonly encoding: string;
  /** Null for the JSON of Bord, which has no headings or columns. */
  readonly delimiter: CsvTable['delimiter'] | null;
  readonly header: readonly string[];
  readonly columns: Columns;
  /** The date that shows the order; null if the operator chose it, or no date depends on it. */
  readonly orderShownBy: DateText | null;
  readonly rows: readonly (ReadRow | UnreadRow)[];
}

/** Reads a file for one location. Throws {@link Failure} for a file that is unclear as a whole; faults of a line are in its row. */
export function readImportFile(
  name: string,
  bytes: Uint8Array,
  location: Location,
  choices: ImportChoices,
): ImportFile {
  const { text, encoding } = decodeText(name, bytes, choices.encoding);
  if (/^\s*\[/.test(text)) {
    const rows = readBookingsJson(name, text, location, choices);
    return { name, encoding, delimiter: null, header: [], columns: new Map(), orderShownBy: null, rows };
  }
  const { delimiter, records } = readCsv(name, text);
  const { header, columns, below } = headed(name, records, choices.columns);
  const found = dateOrderOf(datesOf(below, columns));
  if (choices.order === null && 'fault' in found) throw new Failure(`${name}: ${found.fault}`);
  const [order, orderShownBy] =
    choices.order === null && 'order' in found ? [found.order, found.shownBy] : [choices.order, null];
  const reading = {
    location,
    header,
    columns,
    order,
    statusOf: (status: string) => readStatus(status, choices.statuses),
    tablesOf: choices.anyTable ? null : tableReader(location, choices.renames),
    force: choices.force,
  };
  const rows = below.map((record) => readRow(record, reading));
  return { name, encoding, delimiter, header, columns, orderShownBy, rows };
}

/** A report of a system may have some lines with its own name above the headings. */
const LINES_ABOVE_MAX = 10;

function headed(
  name: string,
  records: readonly CsvRecord[],
  choice: ColumnChoice,
): { readonly header: readonly string[]; readonly columns: Columns; readonly below: readonly CsvRecord[] } {
  const [first, ...others] = records.slice(0, LINES_ABOVE_MAX + 1);
  if (!first) throw new Failure(`${name}: it is empty; export it again`);
  for (const [i, { cells }] of [first, ...others].entries()) {
    const { columns, faults } = findColumns(cells, choice);
    if (faults.length === 0) return { header: cells, columns, below: records.slice(i + 1) };
  }
  // The line with most columns was probably meant to be the headings.
  const header = [first, ...others].reduce((a, b) => (b.cells.length > a.cells.length ? b : a));
  throw new Failure(
    findColumns(header.cells, choice).faults.map((fault) => `${name}:${header.line}: ${fault}`),
    true,
  );
}

function datesOf(records: readonly CsvRecord[], columns: Columns): DateText[] {
  const holding = [...(columns.get('date') ?? []), ...(columns.get('time') ?? [])];
  return records.flatMap(({ line, cells }) =>
    holding.flatMap((i) => {
      const text = readStamp(cells[i] ?? '')?.date ?? null;
      return text === null ? [] : [{ line, text }];
    }),
  );
}
