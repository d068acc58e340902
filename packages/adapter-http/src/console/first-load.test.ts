/** The size of the first visit to the console. */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { busySheet, minuteMs } from '../../../../test/support/busy-sheet.ts';
import { dayAnswer } from '../../../../test/support/console-day.ts';
import { consoleAssets } from './console-assets.ts';

const BYTES_MAX = 38_000;

test('a full Friday of 22 tables takes at most 38 kB with its style and script, compressed', async () => {
  const sheet = busySheet(22);
  const evening = sheet.bookings.filter(({ startMs }) => startMs >= minuteMs(16 * 60));
  expect(evening.length).toBeGreaterThanOrEqual(60);
  // Random ids like those of bookings: they do not compress.
  const bookings = evening.map((one) => ({
    ...one,
    id: `bk_${hash('sha256', one.id, 'base64url').slice(0, 22)}`,
  }));
  const { body } = await dayAnswer({ ...sheet, bookings });
  const { style, script } = consoleAssets();
  const page = gzipSync(body as string).length;
  expect(page + style.packed().length + script.packed().length).toBeLessThanOrEqual(BYTES_MAX);
});
