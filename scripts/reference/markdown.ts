/** Shared parts of the reference pages: the note, tables and anchors. */

/** The first line of a page that `scripts/reference.ts` writes. */
export function noteOf(source: string): string {
  return `<!-- Written by scripts/reference.ts from ${source}: change that, and run it again. -->`;
}

/** A table. A cell must not contain a line break. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** An anchor for something without a heading. */
export function anchor(name: string): string {
  return `<a id="${anchorName(name)}"></a>`;
}

/** The name by which a link leads to it. */
export function anchorName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+(?!-)|-+$/g, '');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** Plain text: angle brackets are not HTML, and URLs and their patterns are code. */
export function prose(text: string): string {
  return text
    .replaceAll(/(?<![\w`])[a-z0-9]+:(?:[A-Z]+\b|\S*\/\/[^\s,;]+)/g, code)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');
}

/** Parts of a page, separated by empty lines. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
