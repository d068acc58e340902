/** The example that copies events into a table of the host, run as a reader of it would. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf } from './run-example.ts';

test('the events of a booking are in the table of the host, each once, also after a second run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bord-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const databases = [join(folder, 'host.db'), join(folder, 'bord.db')];
  for (let run = 0; run < 2; run++) {
    expect(await linesOf('events', ...databases)).toEqual([
      'booking.created  confirmed  Alva Lind',
      'booking.updated  confirmed  Alva Lind',
      'booking.edited  confirmed  Alva Lind',
      'booking.cancelled  cancelled  Alva Lind',
    ]);
  }
});
