import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWatchers } from './signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [FRIDAY, SATURDAY] = ['2026-12-04', '2026-12-05'];

/** The changes that a watcher has been notified of since the last call. */
function aWatcher(watchers: ReturnType<typeof createWatchers>, locationId = 'a') {
  const heard: (readonly string[])[] = [];
  const stop = watchers.watch(locationId, (dates) => void heard.push(dates));
  return { stop, heard: () => heard.splice(0) };
}

test('D7 a watcher is notified immediately of the first change, and of the following ones together', () => {
  const watchers = createWatchers(() => Date.now());
  const [here, too, elsewhere] = [aWatcher(watchers), aWatcher(watchers), aWatcher(watchers, 'b')];
  watchers.tell('a', [FRIDAY]);
  expect(here.heard()).toEqual([]);
  vi.advanceTimersByTime(0);
  expect([here.heard(), too.heard(), elsewhere.heard()]).toEqual([[[FRIDAY]], [[FRIDAY]], []]);
  for (const dates of [[SATURDAY, FRIDAY], [SATURDAY], [FRIDAY]]) {
    watchers.tell('a', dates);
    vi.advanceTimersByTime(30);
  }
  expect(here.heard()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect([here.heard(), too.heard()]).toEqual([[[FRIDAY, SATURDAY]], [[FRIDAY, SATURDAY]]]);
  vi.advanceTimersByTime(5000);
  watchers.tell('a', [FRIDAY]);
  vi.advanceTimersByTime(0);
  expect(here.heard()).toEqual([[FRIDAY]]);
});

test('a change of any date replaces single dates before and after it', () => {
  const watchers = createWatchers(() => Date.now());
  const here = aWatcher(watchers);
  watchers.tell('a', [FRIDAY]);
  watchers.tellAll();
  watchers.tell('a', [SATURDAY]);
  vi.advanceTimersByTime(0);
  expect(here.heard()).toEqual([[]]);
  watchers.tell('a', [SATURDAY]);
  vi.advanceTimersByTime(500);
  expect(here.heard()).toEqual([[SATURDAY]]);
});

test('a stopped watcher gets no notification and leaves no entry; the same function can watch twice', () => {
  const watchers = createWatchers(() => Date.now());
  const heard = vi.fn<() => void>();
  const stops = [watchers.watch('a', heard), watchers.watch('a', heard)];
  watchers.tell('a', [FRIDAY]);
  stops[0]!();
  vi.advanceTimersByTime(0);
  expect(heard).toHaveBeenCalledTimes(1);
  watchers.tell('a', [FRIDAY]);
  stops[1]!();
  stops[1]!();
  expect(vi.getTimerCount()).toBe(0);
  watchers.tell('a', [FRIDAY]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a watcher that throws does not stop the other ones', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const watchers = createWatchers(() => Date.now());
  watchers.watch('a', () => {
    throw new Error('no');
  });
  const here = aWatcher(watchers);
  watchers.tell('a', [FRIDAY]);
  vi.advanceTimersByTime(0);
  expect(here.heard()).toEqual([[FRIDAY]]);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});
