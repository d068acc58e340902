/** The kit finds what is wrong: each of these servers breaks the rules named with it, and no other. */
import { readdirSync } from 'node:fs';
import { CONFORMANCE_SECTIONS } from '@bord/cli';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
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

const RULES = CONFORMANCE_SECTIONS.flatMap(({ rules }) => rules.map(({ id }) => id as string));

/** A server is asked for the rules that it breaks and for a sixth of the others, by default: in each run for another. */
const rulesFor = (breaks: readonly string[]): readonly string[] =>
  IS_LONG ? [] : RULES.filter((id, i) => breaks.includes(id) || (i + seed) % 6 === 0);

describe('a server that', () => {
  test.each(ALL)('$name', async ({ breaks, fault, plan, settings }) => {
    const only = rulesFor(breaks);
    const report = await check(await openTarget(plan), fault, { only, ...settings });
    expect(idsOf(report, 'failed', 'warning')).toEqual(breaks.toSorted());
    expect(report.interrupted).toBe(false);
  });

  test.each(EVENTS)('$name', async ({ breaks, ...wrong }) => {
    expect(idsOf(await checkEvents(wrong), 'failed', 'warning')).toEqual(breaks.toSorted());
  });
});

test('every rule is broken by one of them', () => {
  const broken = new Set([...ALL, ...EVENTS].flatMap(({ breaks }) => breaks));
  expect(RULES.filter((id) => !broken.has(id))).toEqual([]);
  expect([...broken].filter((id) => !RULES.includes(id))).toEqual([]);
  expect(new Set(RULES).size).toBe(RULES.length);
});
