/** Bord as it was: the sources of an earlier commit, with the libraries that are installed now. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** Commits before each of the latest changes of PostgreSQL's schema, the latest first; none where the history is not there. */
export function commitsBeforeMigrations(count: number): readonly string[] {
  if (!existsSync(join(ROOT, '.git'))) return [];
  // Databases of commits before the baseline are rejected.
  const [baseline] = added('HEAD', 'packages/adapter-pg/schema.sql');
  if (baseline === undefined) return [];
  const commits = added(`${baseline}..HEAD`, 'packages/adapter-pg/migrations').slice(0, count);
  return commits.map((commit) => git('rev-parse', `${commit}^`).trim());
}

/** The commits of a range that have added something at a path, the latest first. */
const added = (range: string, path: string): string[] =>
  git('log', range, '--diff-filter=A', '--format=%H', '--', path).split('\n').filter(Boolean);

/** Writes the packages of a commit into a folder; where its `bord` begins. */
export function earlierSources(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'packages'], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const packages = readdirSync(join(folder, 'packages'));
  const libraries = join(folder, 'node_modules');
  mkdirSync(join(libraries, '@bord'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@bord'))
    symlinkSync(join(ROOT, 'node_modules', name), join(libraries, name));
  for (const name of packages) {
    symlinkSync(join(folder, 'packages', name), join(libraries, '@bord', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'));
  }
  return join(folder, 'packages/cli/src/main.ts');
}
