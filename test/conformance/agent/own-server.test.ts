/** Bord's own MCP server passes all rules, with a key and without. */
import { checkAgent } from '@bord/cli';
import { definePlan } from '@bord/engine';
import { expect, onTestFinished, test } from 'vitest';
import { mcpServer } from '../../support/mcp-server.ts';
import { storageSample } from '../../support/storages.ts';
import { DEMO_ID } from '../../support/world.ts';

/** It takes every e-mail, and forgets it. */
const MAILER = {
  isLocal: true,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

for (const { name, open } of storageSample) {
  test(`D53 the kit passes all rules, with a key and without [${name}]`, async () => {
    let nowMs = Date.UTC(2026, 11, 1, 8);
    const clock = { nowMs: () => nowMs };
    const opened = await open(clock);
    onTestFinished(() => opened.close());
    const { engine, fetch } = mcpServer({ storage: opened.storage, clock, mailer: MAILER });
    onTestFinished(() => engine.detach());
    const plan = definePlan({
      name: 'Sjöbaren',
      alias: 'sjobaren',
      timeZone: 'Europe/Stockholm',
      tables: [2, 2, 4, 4].map((seatsMax, i) => ({ id: `T${i + 1}`, seatsMin: 1, seatsMax })),
      servicePeriods: [
        { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
      ],
      bookingPage: {},
    });
    await engine.operator.locations.apply(plan, DEMO_ID);
    const key = async (partner: string): Promise<string> =>
      (await engine.operator.keys.create({ partner, locationIds: [DEMO_ID], rateLimit: 1000 })).key;
    const sleep = async (ms: number): Promise<void> => {
      nowMs += ms;
      await opened.pass(ms);
    };
    const around = { fetch, clock: { ...clock, sleep } };
    for (const keys of [
      { key: await key('acme'), 'second-key': await key('other') },
      { key: '', 'second-key': await key('third') },
    ]) {
      const report = await checkAgent({ baseUrl: 'http://127.0.0.1/mcp', keys, expiryMs: 660_000 }, around);
      expect(report.rules.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
      expect(report).toMatchObject({ leftBehind: [], lost: 0 });
    }
  });
}
