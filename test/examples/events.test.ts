/** The example that copies events into a table of the host, run as a reader of it would. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const MAIN = join(import.meta.dirname, '../../examples/events/src/main.ts');

test('the events of a booking are in the table of the host, each once, also after a second run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bord-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { PATH: process.env['PATH'], ...compileCache() };
  const args = ['--conditions=@bord/source', MAIN, join(folder, 'host.db'), join(folder, 'bord.db')];
  for (let run = 0; run < 2; run++) {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual([
      'booking.created  confirmed  Alva Lind',
      'booking.updated  confirmed  Alva Lind',
      'booking.edited  confirmed  Alva Lind',
      'booking.cancelled  cancelled  Alva Lind',
    ]);
  }
});
