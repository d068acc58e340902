import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from '../run/fault.ts';
import { chanceOf } from '../../proof/seating/random.ts';
import { type Mutant, mutantOf, mutated } from './mutation.ts';
import { sqlFileMutations } from './sql-mutations.ts';
import type { Compiler } from './syntax.ts';
import { typescriptMutations } from './typescript-mutations.ts';

/**
 * The sources at these paths, relative to the root.
 *
 * @param without paths to exclude
 * @throws {Error} if there are none
 */
export function sourcesAt(paths: readonly string[], without: readonly string[] = []): readonly string[] {
  const files = paths.flatMap((path) => {
    const full = resolve(root, path);
    if (!statSync(full).isDirectory()) return [full];
    return readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => join(full, name));
  });
  const left = without.map((path) => resolve(root, path));
  const isWanted = (file: string): boolean =>
    !left.some((path) => file === path || file.startsWith(`${path}/`));
  const sources = files
    .filter(isWanted)
    .map((file) => relative(root, file))
    .filter(isSource);
  if (sources.length === 0) throw new Error(`There are no sources in ${paths.join(', ')}.`);
  return [...new Set(sources)].toSorted();
}

function isSource(file: string): boolean {
  return (
    /\.(ts|sql)$/.test(file) && !/\.(test|d)\.ts$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file)
  );
}

/** All mutants of the sources, in their order, also those that do not compile. */
export function mutantsOf(files: readonly string[], compiler: Compiler): readonly Mutant[] {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const source = compiler.parse(file);
    const mutations = file.endsWith('.sql')
      ? sqlFileMutations(text, laterThan(file))
      : source
        ? typescriptMutations(source)
        : [];
    const seen = new Set<string>();
    return mutations.flatMap((mutation) => {
      const mutant = mutantOf(file, text, mutation);
      const result = mutated(text, mutation);
      if (!mutant || seen.has(result)) return [];
      seen.add(result);
      return [mutant];
    });
  });
}

/** The texts of the SQL files that are run after this one. */
function laterThan(file: string): readonly string[] {
  const folder = join(root, file, '..');
  const later = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && join(folder, name) > join(root, file),
  );
  return later.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The drawn sample. */
export interface Sample {
  readonly mutants: readonly Mutant[];
  /** How many were drawn and dropped, because the compiler rejects them. */
  readonly rejected: number;
}

/** Draws mutants by a seed, without those that the compiler rejects. The same seed and sources give the same sample. */
export function draw(mutants: readonly Mutant[], size: number, seed: number, compiler: Compiler): Sample {
  const chance = chanceOf(seed);
  const waiting = [...mutants];
  const drawn: Mutant[] = [];
  let rejected = 0;
  while (drawn.length < size && waiting.length > 0) {
    const [mutant] = waiting.splice(Math.floor(chance() * waiting.length), 1);
    if (compiles(mutant!, compiler)) drawn.push(mutant!);
    else rejected += 1;
  }
  return { mutants: drawn, rejected };
}

function compiles(mutant: Mutant, compiler: Compiler): boolean {
  if (mutant.file.endsWith('.sql')) return true;
  return compiler.accepts(mutant.file, mutated(readFileSync(join(root, mutant.file), 'utf8'), mutant));
}
