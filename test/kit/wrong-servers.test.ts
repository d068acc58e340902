/** The kit finds what is wrong: each of these servers breaks the rules named with it, and no other. */
import { CONFORMANCE_SECTIONS } from '@bord/cli';
import { describe, expect, test } from 'vitest';
import { checkEvents } from './sender.ts';
import { check, idsOf, openTarget } from './target.ts';
import { ACCESS } from './wrong-servers/access.ts';
import { AVAILABILITY } from './wrong-servers/availability.ts';
import { BATCH } from './wrong-servers/batch.ts';
import { BOOKINGS } from './wrong-servers/bookings.ts';
import { CREATE } from './wrong-servers/create.ts';
import { ERRORS_LIMITS } from './wrong-servers/errors-limits.ts';
import { EVENTS } from './wrong-servers/events.ts';
import { IDEMPOTENCY } from './wrong-servers/idempotency.ts';

const ALL = [...AVAILABILITY, ...BATCH, ...CREATE, ...IDEMPOTENCY, ...BOOKINGS, ...ACCESS, ...ERRORS_LIMITS];

describe('a server that', () => {
  test.each(ALL)('$name', async ({ breaks, fault, plan, settings }) => {
    const report = await check(await openTarget(plan), fault, settings);
    expect(idsOf(report, 'failed', 'warning')).toEqual(breaks.toSorted());
    expect(report.interrupted).toBe(false);
  });

  test.each(EVENTS)('$name', async ({ breaks, ...wrong }) => {
    expect(idsOf(await checkEvents(wrong), 'failed', 'warning')).toEqual(breaks.toSorted());
  });
});

test('every rule is broken by one of them', () => {
  const broken = new Set([...ALL, ...EVENTS].flatMap(({ breaks }) => breaks));
  const rules = CONFORMANCE_SECTIONS.flatMap(({ rules: some }) => some.map(({ id }) => id as string));
  expect(rules.filter((id) => !broken.has(id))).toEqual([]);
  expect([...broken].filter((id) => !rules.includes(id))).toEqual([]);
  expect(new Set(rules).size).toBe(rules.length);
});
