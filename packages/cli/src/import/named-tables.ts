import type { Location } from '@bord/engine';
import { meantBy } from '../config/meant-by.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';

/** Translates table names of the other system: `Window 1` is `W1`; `*` matches the common part. */
export interface TableRename {
  readonly from: string;
  readonly to: string;
}

/** The tables of a row, or the fault of their names; null if it has none. */
export type NamedTables = { readonly tables: readonly string[] } | { readonly fault: string } | null;

const PREFIX = /^(?:tables?|tbl|bord(?:en|e)?|tische?|nr|no)\b[.:]?\s*|^#\s*/i;
const JOINT = /\s*[+,;&/]\s*|\s+(?:and|och|og|und)\s+/i;

/** Reads the tables that a file names, for one location: `7`, `Table 7`, `4+5`, `4 & 5`. */
export function tableReader(
  { name, floorPlan }: Location,
  renames: readonly TableRename[],
): (text: string) => NamedTables {
  const ids = floorPlan.tables.map(({ id }) => id);
  const tableNamed = (text: string): string | undefined => {
    const renamed = renamedBy(renames, text);
    return [
      ...(renamed === undefined ? [] : meantBy(renamed, ids, itself)),
      ...meantBy(text, ids, itself),
    ][0];
  };
  const find = (text: string): string | undefined => tableNamed(text) ?? tableNamed(text.replace(PREFIX, ''));
  return (text) => {
    if (text === '') return null;
    const whole = find(text);
    if (whole !== undefined) return { tables: [whole] };
    const parts = text
      .replace(PREFIX, '')
      .split(JOINT)
      .filter((part) => part !== '');
    const found = parts.map(find);
    const unknown = parts.find((_, i) => found[i] === undefined);
    if (unknown === undefined && found.length > 0) return { tables: [...new Set(found as string[])] };
    const missing = unknown ?? text;
    return {
      fault: `there is no table ${plain(missing)} at ${plain(name)}${didYouMean(plain(missing), ids.map(plain))}: --table "${plain(missing)}=…" says which it is here`,
    };
  };
}

const itself = (id: string): string => id;

function renamedBy(renames: readonly TableRename[], text: string): string | undefined {
  for (const { from, to } of renames) {
    const [before = '', after] = from.split('*');
    if (after === undefined) {
      if (from.toLowerCase() === text.toLowerCase()) return to;
    } else if (
      text.length >= before.length + after.length &&
      text.toLowerCase().startsWith(before.toLowerCase()) &&
      text.toLowerCase().endsWith(after.toLowerCase())
    )
      return to.replace('*', text.slice(before.length, text.length - after.length));
  }
  return undefined;
}
