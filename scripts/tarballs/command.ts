import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Runs the installed command in a separate folder: help, a new database, and a doctor without faults. */
export function runCommand(folder: string): void {
  const workingFolder = join(folder, 'house');
  mkdirSync(workingFolder, { recursive: true });
  const bord = (...args: string[]): string =>
    execFileSync(process.execPath, [join(folder, 'node_modules/.bin/bord'), ...args], {
      cwd: workingFolder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  says(bord('--help'), 'bord locations apply');
  says(bord('migrate'), /Applied|up to date/);
  says(bord('doctor'), 'database');
}

function says(text: string, wanted: string | RegExp): void {
  if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text))
    throw new Error(`${String(wanted)} is not in:\n${text}`);
}
