/** Our own server passes every rule of the kit. */
import { expect, test } from 'vitest';
import { checkEvents } from './sender.ts';
import { check, idsOf, openTarget } from './target.ts';

test('§2.1 §4.1 §4.2 §4.3 §4.4 §4.5 §4.6 §5.1 §7 §8 §9 with all that can be given, every rule passes', async () => {
  const report = await check(await openTarget());
  expect(report.rules.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')).toEqual([]);
  expect(idsOf(report, 'skipped').filter((id) => !id.startsWith('§6'))).toEqual([]);
  expect(report).toMatchObject({ leftBehind: [], lost: 0, interrupted: false });
});

test('§6.2 §6.4 a sender that keeps to the specification passes every rule on events', async () => {
  const report = await checkEvents();
  expect(report.rules.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});
