/**
 * Builds the packages into their `dist`: JavaScript by tsup, types by tsc.
 *
 *     node scripts/build.ts               every package
 *     node scripts/build.ts --if-stale    only those whose content changed since their last successful build
 *
 * A stamp in `dist` has a hash of the sources and the names of the written files. It is removed before a build and written after it, so a
 * failed or interrupted build counts as stale. Of concurrent builds one works and the others wait.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { packages, root, type Package } from './packages.ts';

const STAMP = '.build-stamp.json';

interface Stamp {
  hash: string;
  files: string[];
}

const startedMs = performance.now();
const hashes = contentHashes();
if (staleOnes().length > 0) {
  const turn = takeTurn();
  const stale = staleOnes();
  if (stale.length > 0) await build(stale);
  turn.close();
}

function staleOnes(): readonly Package[] {
  return process.argv.includes('--if-stale') ? packages.filter((it) => !isBuilt(it)) : packages;
}

/** Returns when no other process builds: a lock of SQLite's, which the system takes away with the process. */
function takeTurn(): DatabaseSync {
  const lock = new DatabaseSync(join(root, 'node_modules/.bord-build'), { timeout: 600_000 });
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

async function build(targets: readonly Package[]): Promise<void> {
  for (const { folder } of targets) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const results = await Promise.allSettled([emitTypes(targets), bundle(targets)]);
  const faults = results.filter((result) => result.status === 'rejected');
  for (const { reason } of faults) console.error(reason instanceof Error ? reason.message : reason);
  if (faults.length > 0) {
    console.error('The build failed.');
    process.exit(1);
  }
  for (const target of targets) writeStamp(target);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.error(`Built ${targets.map(({ name }) => name).join(', ')} in ${seconds} s`);
}

/** One `tsc --build` for all: it knows the order from the project references. */
async function emitTypes(targets: readonly Package[]): Promise<void> {
  const projects = targets.map(({ folder }) => join(folder, 'tsconfig.build.json'));
  const tsc = resolve(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '--build', ...projects], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const code = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error('tsc found errors (above).');
}

async function bundle(targets: readonly Package[]): Promise<void> {
  // Loaded here, so that an up-to-date tree does not pay for it.
  const [tsup, { bundleOptions, mergeStart, writeNotices }] = await Promise.all([
    import('tsup'),
    import('./bundle.ts'),
  ]);
  await Promise.all(
    targets.map(async ({ folder }) => {
      await tsup.build(bundleOptions(folder));
      writeNotices(folder);
      await mergeStart(folder);
    }),
  );
}

/** One hash of each package's sources, with those of the packages it needs. */
function contentHashes(): Map<string, string> {
  const known = new Map<string, string>();
  const common = [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'scripts/build.ts',
    'scripts/bundle.ts',
    'scripts/merge-files.ts',
    'scripts/third-party.ts',
  ];
  const shared = hashOf(common.map((path) => resolve(root, path)).filter((path) => existsSync(path)));
  for (const { name, folder, needs } of packages) {
    const own = ['package.json', 'tsconfig.build.json'].map((path) => join(folder, path));
    const hash = hashOf([...own, ...sources(folder)]);
    known.set(name, sha256([shared, hash, ...needs.map((need) => known.get(need) ?? need)].join('\n')));
  }
  return known;
}

/** The code of a package, and its SQL. */
function sources(folder: string): string[] {
  return globSync(['src/**/*.{ts,json}', '*.sql', 'migrations/*.sql'], { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => join(folder, path));
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(sha256(readFileSync(file)));
  return hash.digest('hex');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function isBuilt({ name, folder }: Package): boolean {
  const dist = join(folder, 'dist');
  try {
    const stamp: Stamp = JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
    return stamp.hash === hashes.get(name) && stamp.files.every((file) => existsSync(join(dist, file)));
  } catch {
    return false;
  }
}

function writeStamp({ name, folder }: Package): void {
  const dist = join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const stamp: Stamp = { hash: hashes.get(name) ?? '', files };
  writeFileSync(join(dist, STAMP), JSON.stringify(stamp));
}
