/** The script as browsers get it: made of its sources, small, and without what a strict policy forbids. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CONSOLE_SCRIPT } from './console-script.ts';

const BYTES_MAX = 40 * 1024;

test('the script is what its sources say', async () => {
  const script = new URL('../../../../../scripts/console-script.ts', import.meta.url).pathname;
  await promisify(execFile)(process.execPath, [script, '--check']);
});

test('the script takes less than 40 KB on its way, and has nothing that makes markup or code of text', () => {
  expect(gzipSync(CONSOLE_SCRIPT).byteLength).toBeLessThan(BYTES_MAX);
  expect(CONSOLE_SCRIPT).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setAttribute\("style|javascript:/,
  );
  // One way from text to markup: pages of this server, parsed and not run.
  expect(CONSOLE_SCRIPT.match(/parseFromString/g)).toHaveLength(1);
});
