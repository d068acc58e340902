/** The kit finds what is wrong: each of these servers breaks the rules named with it, and no other. */
import { readdirSync } from 'node:fs';
import { CONFORMANCE_SECTIONS } from '@bord/cli';
import { describe, expect, test } from 'vitest';
import { IS_LONG, sampleOf } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { checkNamedEvents } from './named-sender.ts';
import { checkEvents } from './sender.ts';
import { check, idsOf, openTarget } from './target.ts';
import { EVENTS } from './wrong-servers/events.ts';
import { NAMED_EVENTS } from './wrong-servers/named-events.ts';
import type { WrongServers } from './wrong-servers/wrong-server.ts';

/** Each file of the folder is a list. */
const files = readdirSync(new URL('wrong-servers', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((file) => !['wrong-server', 'events', 'named-events'].includes(file));
const lists = await Promise.all(
  files.map(async (file): Promise<{ wrongServers: WrongServers }> => import(`./wrong-servers/${file}.ts`)),
);
const ALL = lists.flatMap(({ wrongServers }) => Object.entries(wrongServers));

const RULES = CONFORMANCE_SECTIONS.flatMap(({ rules }) => rules.map(({ id }) => id as string));

/** The rules of additions within v1. */
const ADDED = new Set(
  CONFORMANCE_SECTIONS.flatMap(({ rules }) =>
    rules.filter(({ needs }) => needs?.includes('added')).map(({ id }) => id as string),
  ),
);
/** Whether a server breaks a rule of the additions. The others are tried as servers of the specification. */
const isAdded = (breaks: readonly string[]): boolean => breaks.some((id) => ADDED.has(id));

/** A server is asked for the rules that it breaks and for some of the others, by default: in each run for others. */
function rulesFor(breaks: readonly string[]): readonly string[] {
  if (IS_LONG) return [];
  // The additions build upon most other rules: a smaller share needs as many requests.
  const share = isAdded(breaks) ? 30 : 6;
  return RULES.filter(
    (id, i) => breaks.includes(id) || ((i + seed) % share === 0 && (isAdded(breaks) || !ADDED.has(id))),
  );
}

describe('a server that', () => {
  test.each(sampleOf(ALL, 10))('%s', async (_, { breaks, fault, plan, settings }) => {
    const only = rulesFor(breaks);
    const report = await check(await openTarget(plan), fault, { only, added: isAdded(breaks), ...settings });
    expect(idsOf(report, 'failed', 'warning')).toEqual(breaks.toSorted());
    expect(report.interrupted).toBe(false);
  });

  test.each(Object.entries(NAMED_EVENTS))('%s', async (_, { breaks, wrong }) => {
    const only = IS_LONG
      ? []
      : ['D30/unnamed', 'D30/named', 'D32/event', 'D35/event', 'D36/event', 'D37', ...breaks];
    expect(idsOf(await checkNamedEvents(wrong, { only }), 'failed', 'warning')).toEqual(breaks);
  });

  test.each(Object.entries(EVENTS))('%s', async (_, { breaks, ...wrong }) => {
    expect(idsOf(await checkEvents(wrong), 'failed', 'warning')).toEqual(breaks.toSorted());
  });
});

test('every rule is broken by one of them', () => {
  const broken = new Set(
    [...ALL, ...Object.entries(EVENTS), ...Object.entries(NAMED_EVENTS)].flatMap(([, { breaks }]) => breaks),
  );
  expect(RULES.filter((id) => !broken.has(id))).toEqual([]);
  expect([...broken].filter((id) => !RULES.includes(id))).toEqual([]);
  expect(new Set(RULES).size).toBe(RULES.length);
});
