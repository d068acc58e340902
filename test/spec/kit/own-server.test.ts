/** Our own server passes every rule of the kit. */
import { expect, test } from 'vitest';
import { checkNamedEvents } from './named-sender.ts';
import { check, openTarget } from './target.ts';

test('§2.1 §4.1 §4.2 §4.3 §4.4 §4.5 §4.6 §5.1 §7 §8 §9 D31 D32 D33 D34 D35 D36 with all that can be given, every rule passes', async () => {
  const report = await check(await openTarget());
  expect(report.rules.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')).toEqual([]);
  const untold = report.rules.filter(
    ({ outcome, reason }) => outcome === 'skipped' && !/--receive/.test(reason!),
  );
  // Its key is none of the sandbox.
  expect(untold.map(({ id }) => id)).toEqual(['D11/named']);
  expect(report).toMatchObject({ leftBehind: [], lost: 0, interrupted: false });
});

test('§6.2 §6.4 D30 D37 a sender that keeps to the specification, and to what was added, passes every rule on events', async () => {
  const report = await checkNamedEvents();
  expect(report.rules.filter(({ id, outcome }) => outcome !== 'passed' && id !== 'D11/named')).toEqual([]);
});
