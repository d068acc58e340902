/** The kit finds what is wrong: each of these servers breaks the rules named with it, and no other. */
import { readdirSync } from 'node:fs';
import { CONFORMANCE_SECTIONS } from '@bord/cli';
import { describe, expect, test } from 'vitest';
import { checkEvents } from './sender.ts';
import { check, idsOf, openTarget } from './target.ts';
import { EVENTS } from './wrong-servers/events.ts';
import type { WrongServer } from './wrong-servers/wrong-server.ts';

/** Each file of the folder is a list. */
const files = readdirSync(new URL('wrong-servers', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((file) => file !== 'wrong-server' && file !== 'events');
const lists = await Promise.all(
  files.map(
    async (file): Promise<{ wrongServers: readonly WrongServer[] }> => import(`./wrong-servers/${file}.ts`),
  ),
);
const ALL = lists.flatMap(({ wrongServers }) => wrongServers);

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
