import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/fault.ts';
import type { Mutant } from './mutation.ts';

/** A mutant without an observable effect. */
export interface Equivalent {
  readonly file: string;
  /** The changed lines without context. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

export function readEquivalents(): readonly Equivalent[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8')) as Equivalent[];
}

export function equivalentOf(mutant: Mutant, list: readonly Equivalent[]): Equivalent | undefined {
  return list.find(
    ({ file, before, after }) =>
      file === mutant.file && plain(before) === plain(mutant.before) && plain(after) === plain(mutant.after),
  );
}

/** Entries that no longer fit the project, each with the reason. */
export function staleEquivalents(list: readonly Equivalent[], folder = root): readonly string[] {
  return list.flatMap(({ file, before, reason }) => {
    if (reason.trim() === '') return [`${file}: "${before}" has no reason. Write one.`];
    if (plain(readFileSync(join(folder, file), 'utf8')).includes(plain(before))) return [];
    return [`${file}: "${before}" is not in the file. Adapt or delete the entry.`];
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
