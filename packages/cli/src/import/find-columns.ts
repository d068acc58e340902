import { plain } from '../output/plain.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { COLUMN_NAMES, type Field, FIELDS } from './column-names.ts';
import { wordKey } from './word-key.ts';

/** The column numbers of each field, from 0. Several columns of a field are in reading order. */
export type Columns = ReadonlyMap<Field, readonly number[]>;

/** The operator's choice of columns: the headings of a field; an empty list means that the field has no column. */
export type ColumnChoice = ReadonlyMap<Field, readonly string[]>;

export interface FoundColumns {
  readonly columns: Columns;
  readonly faults: readonly string[];
}

/** Of these there may be several: the first telephone that there is, and all the notes. */
const SEVERAL: ReadonlySet<Field> = new Set(['phone', 'notes']);

export function findColumns(header: readonly string[], choice: ColumnChoice): FoundColumns {
  const columns = new Map<Field, readonly number[]>();
  const faults: string[] = [];
  for (const [field, headings] of choice) {
    const found = headings.map((heading) => columnOf(header, heading));
    for (const [i, column] of found.entries())
      if (column === -1)
        faults.push(
          `there is no column ${quoted(headings[i]!)}${didYouMean(plain(headings[i]!), header.map(plain))}`,
        );
    columns.set(field, found);
  }
  const chosen = new Set([...columns.values()].flat());
  for (const field of FIELDS) {
    if (columns.has(field)) continue;
    const found = [...header.keys()].filter(
      (i) => !chosen.has(i) && COLUMN_NAMES.get(wordKey(header[i]!)) === field,
    );
    if (found.length > 1 && !SEVERAL.has(field)) {
      const named = found.map((i) => quoted(header[i]!)).join(' and ');
      faults.push(
        `${named} could each be the ${field}: choose one, as in --map ${mapped(field, header[found[0]!]!)}`,
      );
    }
    columns.set(field, found);
  }
  return { columns, faults: [...faults, ...missing(columns, header)] };
}

function missing(columns: Columns, header: readonly string[]): string[] {
  const has = (field: Field): boolean => (columns.get(field) ?? []).length > 0;
  const wanted: readonly (readonly [Field, boolean])[] = [
    ['date', has('date') || has('time')],
    ['party', has('party')],
    ['name', has('name') || has('first-name') || has('last-name')],
  ];
  const absent = wanted.flatMap(([field, isThere]) => (isThere ? [] : [field]));
  if (absent.length === 0) return [];
  const example = absent.map((field) => `--map ${field}=…`).join(' ');
  return [
    `no column for ${absent.join(', ')} among ${header.map(quoted).join(', ')}: choose one, ${example}`,
  ];
}

/** By its heading, or by `#3`, the third. */
function columnOf(header: readonly string[], heading: string): number {
  const number = /^#(\d{1,4})$/.exec(heading)?.[1];
  if (number !== undefined) return Number(number) <= header.length ? Number(number) - 1 : -1;
  const exact = header.indexOf(heading);
  return exact >= 0 ? exact : header.findIndex((each) => wordKey(each) === wordKey(heading));
}

export const quoted = (heading: string): string => `"${plain(heading)}"`;

function mapped(field: Field, heading: string): string {
  return /^[\p{L}\p{N}]+$/u.test(heading) ? `${field}=${heading}` : `"${field}=${plain(heading)}"`;
}
