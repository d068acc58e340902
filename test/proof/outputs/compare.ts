import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/packages.ts';

/** A file of two records that is not the same. */
export interface Difference {
  readonly name: string;
  /** The lines with `-` and `+`; empty where the file is in one record alone. */
  readonly lines: readonly string[];
  readonly kind: 'changed' | 'only in the first' | 'only in the second';
}

export function differences(first: string, second: string): readonly Difference[] {
  const [before, after] = [filesIn(first), filesIn(second)];
  return [...new Set([...before, ...after])].toSorted().flatMap((name): Difference[] => {
    if (!after.has(name)) return [{ name, kind: 'only in the first', lines: [] }];
    if (!before.has(name)) return [{ name, kind: 'only in the second', lines: [] }];
    const [a, b] = [first, second].map((folder) => readFileSync(join(folder, name), 'utf8'));
    return a === b
      ? []
      : [{ name, kind: 'changed', lines: changedLines(join(first, name), join(second, name)) }];
  });
}

function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((it) => it.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)),
  );
}

function changedLines(before: string, after: string): readonly string[] {
  try {
    execFileSync('git', ['diff', '--no-index', '--unified=0', '--no-color', before, after], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    return stdout.split('\n').filter((line) => /^[-+](?!--|\+\+)/.test(line));
  }
}

/** Does `work` with the files of a commit, which run with the packages that are installed here. */
export async function withCheckout<R>(commit: string, work: (tree: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-version-'));
  const tree = join(folder, 'tree');
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  git('worktree', 'add', '--detach', tree, commit);
  try {
    linkPackages(root, tree);
    for (const name of readdirSync(join(tree, 'packages')))
      linkPackages(join(root, 'packages', name), join(tree, 'packages', name));
    return await work(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Links each installed package, and those of the project to the files of the version. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(join(from, 'node_modules'))) return;
  const modules = join(to, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(from, 'node_modules')))
    if (name !== '@bord') symlinkSync(join(from, 'node_modules', name), join(modules, name));
  if (!existsSync(join(to, 'packages'))) return;
  mkdirSync(join(modules, '@bord'));
  for (const name of readdirSync(join(to, 'packages')))
    symlinkSync(join(to, 'packages', name), join(modules, '@bord', name));
}
