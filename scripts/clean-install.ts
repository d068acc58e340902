/**
 * Installs a clean clone of the commit with each of these npm versions and default settings, and checks that no file has changed. Takes some
 * minutes, and the registry.
 *
 *     node scripts/clean-install.ts [version…]     by default 10 and 11
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './packages.ts';

const given = process.argv.slice(2);
const versions = given.length > 0 ? given : ['10', '11'];

const changed = versions.filter((version) => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-clean-install-'));
  try {
    const clone = join(folder, 'bord');
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const npm = [
      '--yes',
      `npm@${version}`,
      'install',
      '--no-audit',
      '--no-fund',
      '--userconfig',
      join(folder, 'none'),
    ];
    execFileSync('npx', npm, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
    const diff = execFileSync('git', ['diff', '--text', '--unified=2'], { cwd: clone, encoding: 'utf8' });
    console.log(
      `npm ${version}: ${status === '' ? 'nothing has changed' : `changed\n${status}${diff.slice(0, 4000)}`}`,
    );
    return status !== '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

if (changed.length > 0) {
  console.error(
    'To mend it: take every "libc" out of package-lock.json, run npx npm@10 install, and commit the file.',
  );
  process.exitCode = 1;
}
