/**
 * Runs the browser tests of accessibility, and writes their results to the accessibility statement.
 *
 *     node scripts/accessibility.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CHECKS, PAGE, statement } from './accessibility-page.ts';
import { root } from './packages.ts';

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'bord-accessibility-'));
try {
  const report = join(folder, 'report.json');
  const files = CHECKS.map(({ file }) => file);
  const options = ['--project', 'browser', '--reporter=default', '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const passed = testResults
    .filter(({ status }) => status === 'passed')
    .map(({ name }) => relative(root, name));
  const failed = new Set(files.filter((file) => !passed.includes(file)));
  writeFileSync(join(root, PAGE), statement({ date: new Date().toISOString().slice(0, 10), failed }));
  console.log(`Wrote ${PAGE}: ${passed.length} of ${files.length} groups of pages passed.`);
  if (failed.size > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
