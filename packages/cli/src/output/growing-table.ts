import { tableText } from './layout.ts';

/** A table that is printed page by page: columns grow where a later page needs it, and keep their width otherwise. */
export function growingTable(head: readonly string[]): (rows: readonly (readonly string[])[]) => string {
  let widest: readonly string[] | null = null;
  return (rows) => {
    const text = tableText(widest ?? head, rows);
    const isFirst = widest === null;
    const before = widest ?? head;
    widest = before.map((cell, i) => rows.reduce((most, row) => longer(most, row[i] ?? ''), cell));
    return isFirst ? text : text.slice(text.indexOf('\n') + 1);
  };
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
