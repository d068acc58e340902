import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../test-support/process.ts';

test('§7 the switch takes effect immediately in its process, and in others with the invalidation or within 2 s', async () => {
  const clock = virtualClock();
  const here = aProcess(clock);
  const [there, deaf] = [
    aProcess(clock, { storage: here.shared }),
    aProcess(clock, { storage: here.shared }),
  ];
  const enabled = (): Promise<boolean[]> =>
    Promise.all([here, there, deaf].map(({ engine }) => engine.operator.service.isEnabled()));
  expect(await enabled()).toEqual([true, true, true]);
  await here.engine.operator.service.setEnabled(false);
  there.tell({ kind: 'anything' });
  expect(await enabled()).toEqual([false, false, true]);
  clock.pass(1999);
  expect(await enabled()).toEqual([false, false, true]);
  clock.pass(1);
  expect(await enabled()).toEqual([false, false, false]);
  await here.engine.operator.service.setEnabled(true);
  expect(await here.engine.operator.service.isEnabled()).toBe(true);
});

test('§7 the switch is read once in 2 s, not with every request', async () => {
  const clock = virtualClock();
  const { engine, count } = aProcess(clock);
  for (let i = 0; i < 5; i++) await engine.operator.service.isEnabled();
  expect(count('records.find service')).toBe(1);
});
