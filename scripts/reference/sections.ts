/** Sections of hand-written pages that are generated: the lines between `<!-- begin NAME -->` and `<!-- end NAME -->`. */
import { operationTable, scopeTable } from './api.ts';

/** The sections by the name of their marker, with their page. */
export const SECTIONS: Readonly<Record<string, readonly [file: string, write: () => string]>> = {
  scopes: ['docs/partners/authentication.md', scopeTable],
  operations: ['docs/partners/api-changes.md', operationTable],
};

/** The page with its section as it is written now. Throws when a marker is missing. */
export function withSection(text: string, name: string): string {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page lacks ${begin} or ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${SECTIONS[name]![1]()}\n\n${text.slice(to)}`;
}
