import { type CsvError, parse } from 'csv-parse/sync';
import { Failure } from '../output/failure.ts';

export interface CsvRecord {
  /** The first line in the file, from 1: a quoted cell may span several lines. */
  readonly line: number;
  /** Without the spaces around them; a line within one ends with `\n`. */
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly delimiter: ',' | ';' | '\t';
  /** Those that have a cell that is not empty. */
  readonly records: readonly CsvRecord[];
}

/**
 * Reads values that are separated by commas, semicolons or tabs; the file decides.
 *
 * @param name name of the file in messages
 * @throws Failure for an unclosed quotation mark
 */
export function readCsv(name: string, text: string): CsvTable {
  // Spreadsheets write the separator into the first line: sep=;
  const [hint = '', separator] = /^\u{feff}?sep=([,;\t])\r?\n/iu.exec(text) ?? [];
  const body = text.slice(hint.length).replaceAll(/\r\n?/g, '\n');
  const delimiter = (separator as CsvTable['delimiter'] | undefined) ?? delimiterOf(body);
  const records: CsvRecord[] = [];
  let endsAt = 0;
  try {
    parse(body, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => {
        endsAt = lines;
        const line = endsAt - linesWithin(record) + (hint === '' ? 0 : 1);
        if (record.some((cell) => cell.trim() !== '')) records.push({ line, cells: record.map(textOf) });
        return null;
      },
    });
  } catch (error) {
    const { code } = error as CsvError;
    if (code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new Failure(
      `${name}:${endsAt + 1}: a quotation mark is opened there, or below, and never closed: add the closing mark`,
    );
  }
  return { delimiter, records };
}

/** Spreadsheets write `="0701234567"` so that a number stays a text. */
function textOf(cell: string): string {
  return (/^="(.*)"$/s.exec(cell.trim())?.[1] ?? cell).trim();
}

function linesWithin(record: readonly string[]): number {
  return record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The one of which most of the first lines have equally many, outside of quotation marks: commas of notes are not so regular. */
function delimiterOf(text: string): CsvTable['delimiter'] {
  const beginning = text.slice(0, 10_000).replaceAll(/"[^"]*"/g, '');
  const lines = beginning.split('\n').slice(0, 20);
  const regularityOf = (delimiter: string): [number, number] => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const groups = [...Map.groupBy(counts, (count) => count).values()].map(({ length }) => length);
    return [Math.max(0, ...groups), Math.max(0, ...counts)];
  };
  return DELIMITERS.toSorted((a, b) => {
    const [[linesOfA, mostOfA], [linesOfB, mostOfB]] = [regularityOf(a), regularityOf(b)];
    return linesOfB - linesOfA || mostOfB - mostOfA;
  })[0]!;
}
