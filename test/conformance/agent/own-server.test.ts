/** Bord's own MCP server passes all rules, with a key and without. */
import { checkAgent } from '@bord/cli';
import { createPartnerApi } from '@bord/adapter-http';
import { mountMcp } from '@bord/adapter-http/mcp';
import { createEngine, definePlan } from '@bord/engine';
import { expect, onTestFinished, test } from 'vitest';
import { storages } from '../../support/storages.ts';
import { DEMO_ID } from '../../support/world.ts';

const SECRET_KEY = new Uint8Array(32).fill(42);
/** It takes every e-mail, and forgets it. */
const MAILER = {
  isLocal: true,
  send: async () => undefined,
  erase: async () => 0,
  purge: async () => 0,
  close: async () => undefined,
};

for (const { name, open } of storages) {
  test(`D53 the kit passes all rules, with a key and without [${name}]`, async () => {
    let nowMs = Date.UTC(2026, 11, 1, 8);
    const clock = { nowMs: () => nowMs };
    const opened = await open(clock);
    onTestFinished(() => opened.close());
    const engine = createEngine({
      storage: opened.storage,
      clock,
      mailer: MAILER,
      secretKeys: [SECRET_KEY],
    });
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
    const api = createPartnerApi({ engine });
    mountMcp({
      api,
      engine,
      secretKeys: [SECRET_KEY],
      publicUrl: () => 'http://127.0.0.1',
      nowMs: clock.nowMs,
    });
    const key = async (partner: string): Promise<string> =>
      (await engine.operator.keys.create({ partner, locationIds: [DEMO_ID], rateLimit: 1000 })).key;
    const sleep = async (ms: number): Promise<void> => {
      nowMs += ms;
      await opened.pass(ms);
    };
    const around = { fetch: api.fetch, clock: { ...clock, sleep } };
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
