import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const folders = new Map<string, string>();
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder with the declarations of a package. */
function declarationsOf(name: string): string {
  const made = folders.get(name);
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(tmpdir(), 'bord-types-'));
  folders.set(name, folder);
  const project = join(ROOT, 'packages', name, 'tsconfig.build.json');
  const info = join(folder, 'types.tsbuildinfo');
  const args = ['-p', project, '--outDir', folder, '--tsBuildInfoFile', info, '--noCheck'];
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args]);
  return folder;
}

/** The imports of the declarations that are reachable from these entries, without those of the same package. */
function importsOf(name: string, entries: readonly string[]): string[] {
  const folder = declarationsOf(name);
  const reached = new Set<string>();
  const outside = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const text = readFileSync(join(folder, `${file}.d.ts`), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (path.startsWith('.')) open.push(join(dirname(file), path).replace(/\.[jt]s$/, ''));
      else outside.add(path);
    }
  }
  return [...outside].toSorted();
}

test('the exports of the storages contain no third-party types: a host’s pool or database has Bord’s own type', () => {
  expect(importsOf('adapter-pg', ['index', 'primary/hosts'])).toEqual([
    '@bord/engine/storage',
    'node:stream',
  ]);
  expect(importsOf('adapter-sqlite', ['index'])).toEqual(['@bord/engine/storage']);
});

test('control: internal declarations have third-party types, and the check finds them', () => {
  expect(importsOf('adapter-pg', ['transaction'])).toContain('pg');
});
