import { expect, test } from 'vitest';
import { sharedReads } from './shared-reads.ts';

/** Readings that end when they are told to. */
function someReadings() {
  const ends: ((value: number) => void)[] = [];
  const read = (): Promise<number> => new Promise((resolve) => void ends.push(resolve));
  return { read, ends };
}

test('who asks at the same time shares a reading, which begins afterwards; who asks while it is under way shares the next', async () => {
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

test('no reading begins before the one before it is over', async () => {
  const share = sharedReads<number>();
  const { read, ends } = someReadings();
  const first = share('a', read);
  await expect.poll(() => ends.length).toBe(1);
  const second = share('a', read);
  // As long as nobody ends the first, the second does not begin.
  await share('b', async () => 0);
  await share('b', async () => 0);
  expect(ends).toHaveLength(1);
  ends[0]!(1);
  expect(await first).toBe(1);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!(2);
  expect(await second).toBe(2);
});

test('a reading that fails fails for those who share it, and for nobody else', async () => {
  const share = sharedReads<number>();
  const failing = [share('a', () => Promise.reject(new Error('away'))), share('a', async () => 7)];
  for (const each of failing) await expect(each).rejects.toThrow('away');
  expect(await share('a', async () => 7)).toBe(7);
});
