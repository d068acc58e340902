import { tableText } from './layout.ts';

/** A table that is printed page by page: columns grow where a later page needs it, and keep their width otherwise. */
export function growingTable(head: readonly string[]): (rows: readonly (readonly string[])[]) => string {
  let widest: readonly string[] | null = null;
  return (rows) => {
    const isFirst = widest === null;
    const before = widest ?? head;
    widest = before.map((cell, i) => rows.reduce((most, row) => longer(most, row[i] ?? ''), cell));
    if (isFirst) return tableText(head, rows);
    if (rows.every((row) => row.every(isPlainlyWide))) return padded(rows, widest);
    const text = tableText(before, rows);
    return text.slice(text.indexOf('\n') + 1);
  };
}

/** The same as the general layout, which takes about half a millisecond a line: ten minutes for a million. */
function padded(rows: readonly (readonly string[])[], widest: readonly string[]): string {
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widest[i]!.length + 2))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** True if each character takes one column: Latin letters without combining marks. */
function isPlainlyWide(cell: string): boolean {
  return /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02AF]*$/.test(cell);
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
