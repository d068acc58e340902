/** The script that browsers get: built from its sources, small, and permitted by a strict policy. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CONSOLE_SCRIPT } from './console-script.ts';

const BYTES_MAX = 40 * 1024;

test('the script equals the build of its sources', async () => {
  const script = new URL('../../../../../scripts/console-script.ts', import.meta.url).pathname;
  await promisify(execFile)(process.execPath, [script, '--check']);
});

test('the script takes less than 40 KB when sent, and never makes markup or code from text', () => {
  expect(gzipSync(CONSOLE_SCRIPT).byteLength).toBeLessThan(BYTES_MAX);
  expect(CONSOLE_SCRIPT).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setAttribute\("style|javascript:/,
  );
  // The only conversion from text to markup: pages of this server are parsed and not run.
  expect(CONSOLE_SCRIPT.match(/parseFromString/g)).toHaveLength(1);
});
