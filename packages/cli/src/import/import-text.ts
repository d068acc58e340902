import { formatInstant, type Location } from '@bord/engine';
import type { ImportFile } from './import-file.ts';
import { FIELDS } from './column-names.ts';
import { quoted } from './find-columns.ts';
import type { RowResult } from './import-results.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { paint } from '../output/terminal.ts';
import { clockText, dayText } from '../output/times.ts';

export interface ImportReport {
  readonly file: ImportFile;
  readonly location: Location;
  readonly isDryRun: boolean;
  readonly results: readonly RowResult[];
}

export function importCounts(results: readonly RowResult[]): Record<RowResult['result'], number> {
  const counts = { created: 0, known: 0, refused: 0, skipped: 0 };
  for (const { result } of results) counts[result] += 1;
  return counts;
}

export function importJson({ file, isDryRun, results }: ImportReport): object {
  const { name, encoding, delimiter, header } = file;
  const columns = [...file.columns].filter(([field, found]) => field !== 'length' && found.length > 0);
  return {
    ...importCounts(results),
    dryRun: isDryRun,
    file: name,
    encoding,
    delimiter,
    columns: Object.fromEntries(columns.map(([field, found]) => [field, found.map((i) => header[i])])),
    unused: unused(file),
    rows: results.map(({ read, result, reason, message, booking }) => ({
      line: read.line,
      number: read.number,
      result,
      reason,
      message,
      startsAt: read.startMs === null ? null : formatInstant(read.startMs),
      partySize: 'request' in read ? read.request.partySize : null,
      name: read.nameText,
      bookingId: isDryRun && result === 'created' ? null : (booking?.id ?? null),
      tables: booking?.tables ?? null,
    })),
  };
}

/** The report for people: how the file was read, the lines that need attention, each day, and totals. */
export function importText(report: ImportReport): string {
  const { results, location } = report;
  return [
    readingText(report.file),
    ...RESULTS.flatMap(([result, title]) =>
      groups(
        title,
        results.filter((each) => each.result === result),
        location,
      ),
    ),
    ...daysTable(results, location),
    sumText(report),
  ].join('\n\n');
}

const RESULTS = [
  ['created', 'Not all as in the file'],
  ['known', 'Known, but not as in the file'],
  ['refused', 'Rejected'],
] as const;

const TURN_TIMES = ' (the turn times of the plan apply)';

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

function readingText(file: ImportFile): string {
  const { name, encoding, delimiter, header, columns, orderShownBy, rows } = file;
  if (delimiter === null) return `${plain(name)}: ${rows.length} bookings of another Bord`;
  const found = FIELDS.filter((field) => field !== 'length').flatMap((field) => {
    const named = (columns.get(field) ?? []).map((i) => quoted(header[i]!)).join(' + ');
    return named === '' ? [] : [`${field} ${named}`];
  });
  const lengths = new Set((columns.get('length') ?? []).map((i) => header[i]));
  const rest = unused(file).map((heading) => `${quoted(heading)}${lengths.has(heading) ? TURN_TIMES : ''}`);
  return [
    `${plain(name)}: ${rows.length} lines below the headings, ${encoding}, columns between ${DELIMITERS[delimiter]}`,
    `  ${found.join(', ')}`,
    ...(rest.length === 0 ? [] : [`  not used: ${rest.join(', ')}`]),
    ...(orderShownBy
      ? [`  dates have the day first, as line ${orderShownBy.line} shows: ${plain(orderShownBy.text)}`]
      : []),
    ...(columns.get('number')?.length
      ? []
      : ['  without a number a booking is known by its time, size, name, phone and e-mail']),
  ].join('\n');
}

function unused({ header, columns }: ImportFile): string[] {
  const used = new Set([...columns].flatMap(([field, found]) => (field === 'length' ? [] : found)));
  return header.filter((heading, i) => heading !== '' && !used.has(i));
}

function groups(title: string, results: readonly RowResult[], { timeZone }: Location): string[] {
  const remarkable = results.filter(({ message }) => message !== null);
  if (remarkable.length === 0) return [];
  const rows = remarkable.map(({ read: { line, number, startMs, partyText, nameText } }) => [
    `  line ${line}`,
    short(number ?? ''),
    startMs === null ? '' : `${dayText(startMs, timeZone)} ${clockText(startMs, timeZone)}`,
    short(partyText),
    short(nameText),
  ]);
  const lines = tableText(['', 'number', 'when', 'party', 'name'], rows).split('\n');
  const byMessage = Map.groupBy(remarkable.keys(), (i) => remarkable[i]!.message!);
  const grouped = [...byMessage].flatMap(([message, of]) => [message, ...of.map((i) => lines[i + 1]!)]);
  return [[paint.bold(`${title} (${remarkable.length})`), lines[0]!, ...grouped].join('\n')];
}

const short = (text: string): string => plain(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function daysTable(results: readonly RowResult[], { timeZone }: Location): string[] {
  const days = Map.groupBy(
    results.filter(({ read }) => read.startMs !== null).toSorted((a, b) => a.read.startMs! - b.read.startMs!),
    ({ read }) => dayText(read.startMs!, timeZone),
  );
  const rows = [...days].flatMap(([day, ofDay]) => {
    const created = ofDay.filter(({ result }) => result === 'created');
    const covers = created.reduce((sum, { booking }) => sum + booking!.partySize, 0);
    const { known, refused } = importCounts(ofDay);
    if (created.length + known + refused === 0) return [];
    return [[day, ...[created.length, covers, known, refused].map(String)]];
  });
  return rows.length === 0 ? [] : [tableText(['day', 'new', 'guests', 'known', 'rejected'], rows)];
}

function sumText({ isDryRun, results }: ImportReport): string {
  const { created, known, refused, skipped } = importCounts(results);
  const sums = [
    `${created} ${isDryRun ? 'would be created' : 'created'}`,
    `${known} known already`,
    `${refused} rejected`,
    `${skipped} skipped${skipped === 0 ? '' : ` (${skipsText(results)})`}`,
  ];
  const more = isDryRun
    ? '\nThis was a dry run: the bookings were not saved.'
    : refused > 0
      ? '\nFix the rejected lines, in the file or in the plan, and import it again: known bookings are not created twice.'
      : '';
  return `${sums.join(', ')}.${more}`;
}

const SKIPS = {
  cancelled: 'cancelled',
  'no-show': 'no-shows',
  over: 'over',
  twice: 'twice in the file',
} as const;

function skipsText(results: readonly RowResult[]): string {
  return Object.entries(SKIPS)
    .flatMap(([reason, words]) => {
      const { length } = results.filter((each) => each.result === 'skipped' && each.reason === reason);
      return length === 0 ? [] : [`${length} ${words}`];
    })
    .join(', ');
}
