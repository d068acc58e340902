import { expect, test } from 'vitest';
import { sharedReads } from './shared-reads.ts';

/** Readings that the test ends. */
function someReadings() {
  const ends: ((value: number) => void)[] = [];
  const read = (): Promise<number> => new Promise((resolve) => void ends.push(resolve));
  return { read, ends };
}

test('concurrent callers share a reading that starts afterwards; callers during a reading share the next one', async () => {
  const share = sharedReads<number>();
  const { read, ends } = someReadings();
  const together = [share('a', read), share('a', read)];
  const elsewhere = share('b', read);
  expect(ends).toHaveLength(0);
  await expect.poll(() => ends.length).toBe(2);
  const late = [share('a', read), share('a', read)];
  ends[0]!(1);
  expect(await Promise.all(together)).toEqual([1, 1]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]!(3);
  expect(await Promise.all(late)).toEqual([3, 3]);
  ends[1]!(9);
  expect(await elsewhere).toBe(9);
  expect(ends).toHaveLength(3);
});

test('a reading starts only after the previous one has ended', async () => {
  const share = sharedReads<number>();
  const { read, ends } = someReadings();
  const first = share('a', read);
  await expect.poll(() => ends.length).toBe(1);
  const second = share('a', read);
  // The second does not start while the first one runs.
  await share('b', async () => 0);
  await share('b', async () => 0);
  expect(ends).toHaveLength(1);
  ends[0]!(1);
  expect(await first).toBe(1);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!(2);
  expect(await second).toBe(2);
});

test('a failed reading fails for its callers only', async () => {
  const share = sharedReads<number>();
  const failing = [share('a', () => Promise.reject(new Error('away'))), share('a', async () => 7)];
  for (const each of failing) await expect(each).rejects.toThrow('away');
  expect(await share('a', async () => 7)).toBe(7);
});
