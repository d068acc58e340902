import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { IS_LONG } from '../../support/long.ts';

const SCRIPT = fileURLToPath(new URL('mutations.ts', import.meta.url));

test('D9 control: the tests of the search notice its mutations, a sample of them by default', async () => {
  const args = ['--conditions=@bord/source', SCRIPT, ...(IS_LONG ? [] : ['--sample'])];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('All caught.');
});
