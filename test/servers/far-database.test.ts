/** A database far away costs a day in memory no way there. */
import { createPartnerApi } from '@bord/adapter-http';
import { pgStorage } from '@bord/adapter-pg';
import { createEngine } from '@bord/engine';
import { expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../support/migrated-database.ts';
import { startNetwork } from '../support/network.ts';
import { availabilityPath, BASE, DEMO_ID, demoPlan, TODAY } from '../support/world.ts';

test('§4.1 D17 a day in memory is answered without the database, and its request is counted', async () => {
  const database = await migratedDatabase();
  const url = new URL(database.url);
  const network = await startNetwork(Number(url.port));
  url.port = String(network.port);
  const storage = pgStorage({ url: url.href });
  const clock = { nowMs: () => Date.UTC(2026, 11, 1, 8) };
  const engine = createEngine({ storage, clock });
  onTestFinished(async () => {
    engine.detach();
    await storage.close();
    await network.close();
    await database.drop();
  });
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds: [DEMO_ID] });
  const api = createPartnerApi({ engine });
  const ask = async (): Promise<[number, string | null, string]> => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await api.fetch(
      new Request(`http://bord.test${BASE}${availabilityPath(TODAY, 2)}`, { headers }),
    );
    return [answer.status, answer.headers.get('ratelimit-remaining'), await answer.text()];
  };
  await ask();
  const [, , day] = await ask();
  network.cut();
  const answers = [await ask(), await ask(), await ask()];
  network.mend();
  expect(answers).toEqual([117, 116, 115].map((left) => [200, String(left), day]));
});
