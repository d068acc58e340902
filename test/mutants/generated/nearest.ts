import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../run/fault.ts';
import type { Mutant } from './mutation.ts';
import { hashOf, type Recorded } from './record.ts';
import { sqlFunctions } from './sql-mutations.ts';
import { type Compiler, functionBodies } from './syntax.ts';

/** The tests for a mutant. */
export interface Nearest {
  /** In the order in which they are to be run. */
  readonly tests: readonly string[];
  /** How many test files run the place, also those that are left out because they take too long. */
  readonly known: number;
  /** How they were found. */
  readonly by: 'function' | 'file' | 'importers' | 'package';
}

/**
 * The tests that run the function of a mutant: those next to its file first, for SQL those of its package, then the fastest, together at most `budgetMs` when they were
 * recorded. Without a record of the function: the tests of its file, of the files that import it, or of its package.
 */
export class NearestTests {
  readonly #recorded: Recorded;
  readonly #compiler: Compiler;
  readonly #budgetMs: number;
  readonly #first: readonly string[];

  /** @param first test files that are run first for every mutant */
  constructor(recorded: Recorded, compiler: Compiler, budgetMs: number, first: readonly string[] = []) {
    this.#first = first;
    this.#recorded = recorded;
    this.#compiler = compiler;
    this.#budgetMs = budgetMs;
  }

  of(mutant: Mutant, without: ReadonlySet<string> = new Set()): Nearest {
    const { numbers, by } = this.#numbersOf(mutant);
    const beside = mutant.file.replace(/\.[a-z]+$/, '.test.ts');
    // Any test of a database runs some of its SQL; tests of its package check the results.
    const isOfPackage = (file: string): boolean =>
      mutant.file.endsWith('.sql') && file.startsWith(`${packageOf(mutant.file)}/`);
    const nearness = (file: string): number => (file === beside ? 2 : Number(isOfPackage(file)));
    const known = [...numbers]
      .map((number) => this.#recorded.tests[number]!)
      .filter(({ file }) => !without.has(file));
    const ordered = known.toSorted(
      (a, b) => nearness(b.file) - nearness(a.file) || a.ms - b.ms || (a.file < b.file ? -1 : 1),
    );
    let spentMs = 0;
    const tests = ordered.filter(({ ms }, i) => {
      spentMs += ms;
      return i === 0 || spentMs <= this.#budgetMs;
    });
    // The file's own test may be newer than the record.
    const own = [...this.#first, ...(existsSync(join(root, beside)) ? [beside] : [])].filter(
      (file) => !without.has(file),
    );
    return { tests: [...new Set([...own, ...tests.map(({ file }) => file)])], known: known.length, by };
  }

  #numbersOf(mutant: Mutant): { numbers: ReadonlySet<number>; by: Nearest['by'] } {
    const { sources } = this.#recorded;
    const found = (
      numbers: Iterable<number>,
      by: Nearest['by'],
    ): { numbers: Set<number>; by: Nearest['by'] } => ({
      numbers: new Set(numbers),
      by,
    });
    if (mutant.file.endsWith('.sql')) return found(this.#callersOf(mutant), 'importers');
    const own = sources[mutant.file];
    if (own) {
      const inFunction = this.#recordedFunction(mutant, own);
      if (inFunction) return found(inFunction, 'function');
      const all = own.functions.flat();
      if (all.length > 0) return found(all, 'file');
    }
    const importers = this.#filesWith(
      new RegExp(`from '[^']*/${basename(mutant.file).replace('.', '\\.')}'`),
    );
    if (importers.length > 0) return found(importers, 'importers');
    return found(this.#filesWith(/^/, packageOf(mutant.file)), 'package');
  }

  /** The innermost recorded function around it; undefined outside of functions, or after a change since the recording. */
  #recordedFunction(mutant: Mutant, { hash, functions }: Recorded['sources'][string]): number[] | undefined {
    const source = this.#compiler.parse(mutant.file);
    if (!source || hashOf(source.text) !== hash) return undefined;
    const index = functionBodies(source).findLastIndex(
      ({ start, end }) => start <= mutant.start && mutant.end <= end,
    );
    return functions[index];
  }

  /** Tests of the sources that name the SQL function around a mutant; of all sources of its package outside of one. */
  #callersOf({ file, start }: Mutant): readonly number[] {
    const around = sqlFunctions(readFileSync(join(root, file), 'utf8')).find(
      (each) => start >= each.start && start < each.end,
    );
    const folder = packageOf(file);
    const callers = around ? this.#filesWith(new RegExp(`\\b${around.name}\\(`), folder) : [];
    return callers.length > 0 ? callers : this.#filesWith(/^/, folder);
  }

  /** The tests that run recorded sources whose text has the pattern. */
  #filesWith(pattern: RegExp, folder = 'packages'): readonly number[] {
    return Object.entries(this.#recorded.sources).flatMap(([file, { functions }]) =>
      file.startsWith(`${folder}/`) && pattern.test(readText(file)) ? functions.flat() : [],
    );
  }
}

/** Its folder: `packages/engine`. */
function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function readText(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return ''; // it was there when the record was made
  }
}
