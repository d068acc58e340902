/**
 * The packages as users get them: packed, installed into an empty folder outside the workspace, and used there. Takes half a minute, and the
 * registry for packages outside npm's cache.
 *
 *     node scripts/tarballs.ts [--keep]     with --keep the folder stays
 *
 * Each check then runs again on an installation in which a file is missing, and must fail there.
 */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileConsumers } from './tarballs/compile.ts';
import { assertFilesOfExports, importSubpaths } from './tarballs/imports.ts';
import { installTarballs } from './tarballs/install.ts';
import { runCommand } from './tarballs/command.ts';
import { runReadme } from './tarballs/readme.ts';
import { bundleReceiver } from './tarballs/receiver.ts';

interface Check {
  readonly what: string;
  readonly run: (folder: string) => unknown;
  /** A file of an installed package without which the check has to fail. */
  readonly without: string;
}

const checks: readonly Check[] = [
  {
    what: 'every file that exports and bin name is there',
    run: assertFilesOfExports,
    without: 'cli/bin/bord.js',
  },
  {
    what: 'every subpath can be imported',
    run: importSubpaths,
    without: 'adapter-http/dist/mail/create-mailer.js',
  },
  {
    what: 'a strict consumer compiles',
    run: compileConsumers,
    without: 'engine/dist/core/booking/booking.d.ts',
  },
  { what: 'a receiver bundles little', run: bundleReceiver, without: 'engine/dist/webhooks.js' },
  {
    what: 'the embedding example runs',
    run: runReadme,
    without: 'adapter-sqlite/dist/index.js',
  },
  { what: 'bord --help, migrate and doctor run', run: runCommand, without: 'cli/dist/main.js' },
];

const folder = mkdtempSync(join(tmpdir(), 'bord-tarballs-'));
try {
  await reported('packed and installed', () => installTarballs(folder));
  for (const { what, run } of checks) await reported(what, () => run(folder));
  for (const { what, run, without } of checks)
    await reported(`control, without ${without}: ${what} no more`, () => failsWithout(run, without));
} finally {
  if (process.argv.includes('--keep')) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}

async function reported(what: string, work: () => unknown): Promise<void> {
  const startedMs = performance.now();
  try {
    await work();
  } catch (error) {
    throw new Error(`FAILED ${what}`, { cause: error });
  }
  console.log(`ok     ${what} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
}

async function failsWithout(run: Check['run'], without: string): Promise<void> {
  const file = join(folder, 'node_modules/@bord', without);
  renameSync(file, `${file}.away`);
  try {
    if (await passes(run)) throw new Error(`nothing has failed without ${without}`);
  } finally {
    renameSync(`${file}.away`, file);
  }
}

async function passes(run: Check['run']): Promise<boolean> {
  try {
    await run(folder);
    return true;
  } catch {
    return false;
  }
}
