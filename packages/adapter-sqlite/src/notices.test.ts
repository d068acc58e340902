import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

test('D7 the commits of others are noticed, those of one’s own are not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = aPath();
  const [own, other] = [sqliteStorage({ path, migrate: true }), sqliteStorage({ path, migrate: true })];
  const kinds: string[] = [];
  const unsubscribe = own.notices.subscribe(({ kind }) => kinds.push(kind));

  await fixtures.aLocation(own);
  vi.advanceTimersByTime(200);
  expect(kinds).toEqual([]);

  await other.service.set(false);
  vi.advanceTimersByTime(100);
  expect(kinds).toEqual(['anything']);
  vi.advanceTimersByTime(1000);
  expect(kinds).toEqual(['anything']);

  unsubscribe();
  expect(vi.getTimerCount()).toBe(0);
  await other.service.set(true);
  vi.advanceTimersByTime(200);
  expect(kinds).toEqual(['anything']);

  own.notices.subscribe(({ kind }) => kinds.push(kind));
  await Promise.all([own.close(), other.close()]);
  expect(vi.getTimerCount()).toBe(0);
});
