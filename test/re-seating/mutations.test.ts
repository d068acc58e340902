import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('mutations.ts', import.meta.url));

test(
  'D9 control: the tests of the search notice every one of its mutations',
  { timeout: 240_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', SCRIPT]);
    expect(stdout).toContain('All caught.');
  },
);
