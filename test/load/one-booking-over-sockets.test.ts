/** Partner, guest and operator change one booking at the same time, through two servers on one database. Nobody meets a fault. */
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import type { Engine, Storage } from '@bord/engine';
import { expect, test } from 'vitest';
import { diceOf } from '../proof/simulation/turns.ts';
import { inFull } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { storages } from '../support/storages.ts';
import { BASE, DEMO_ID, demoPlan } from '../support/world.ts';
import { book, carryOut, type Change, engineOn, randomChange, type Subject } from './one-booking.ts';

const CHANGES = 50;
const ROUNDS = inFull(200, 4);
const NOW_MS = Date.UTC(2026, 11, 1, 8);
const clock = { nowMs: () => NOW_MS };
const starts = [3, 4, 5, 24].flatMap((day) => [11, 17].map((hour) => Date.UTC(2026, 11, day, hour)));

interface Server {
  readonly engine: Engine;
  readonly url: string;
  readonly faults: readonly unknown[];
  close(): Promise<void>;
}

async function serverOn(storage: Storage): Promise<Server> {
  const engine = engineOn(storage, clock);
  const faults: unknown[] = [];
  const api = createPartnerApi({ engine, onError: (error) => void faults.push(error) });
  const mailFrom = 'Bord <no-reply@bord.example>';
  let url = '';
  mountPages({ api, engine, demoLocationId: null, publicUrl: () => url, mailFrom, nowMs: clock.nowMs });
  const server = await serveHttp({ api });
  ({ url } = server);
  return {
    engine,
    url,
    faults,
    async close() {
      await server.close(0);
      engine.detach();
    },
  };
}

/** Makes a change by the way that people have for it; what they are answered, or `fault`. */
async function ask({ engine, url }: Server, subject: Subject, key: string, change: Change): Promise<number> {
  const post = async (path: string, init: RequestInit): Promise<number> => {
    const answer = await fetch(url + path, { method: 'POST', redirect: 'manual', ...init });
    await answer.text();
    return answer.status;
  };
  if (change.by === 'partner')
    return post(`${BASE}/bookings/${subject.id}/cancel`, { headers: { authorization: `Bearer ${key}` } });
  if (change.by === 'guest') {
    const { startMs = starts[0]!, partySize = 2 } = change.kind === 'move' ? change : {};
    const start = new Date(startMs).toISOString().replace('.000', '');
    const form = { date: start.slice(0, 10), partySize: String(partySize), start };
    const body = new URLSearchParams(change.kind === 'move' ? form : {});
    return post(`/manage/${subject.token}/${change.kind}`, { body });
  }
  const outcome = await carryOut(engine, subject, change);
  return outcome.kind === 'fault' ? 500 : 200;
}

test.each(storages.filter(({ name }) => name !== 'memory'))(
  'D12 §4.5 $name: a cancel, a guest’s page and an operator that meet on one booking are answered, none with 5xx',
  async ({ open }) => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const dice = diceOf(seed);
    const opened = await open(clock);
    const servers = [await serverOn(opened.storage), await serverOn(await opened.reopen())];
    const { engine } = servers[0]!;
    await engine.operator.locations.apply(demoPlan, DEMO_ID);
    const { key } = await engine.operator.keys.create({
      partner: 'acme',
      locationIds: [DEMO_ID],
      rateLimit: 1_000_000,
    });
    const partner = await engine.authenticate(key);
    const statuses = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const subject = await book(engine, partner, DEMO_ID, starts[0]!);
      const changes = Array.from({ length: CHANGES }, (_, i): Change =>
        i % 8 === 7 ? { by: 'partner', kind: 'cancel' } : randomChange(dice, starts, false),
      );
      const answers = await Promise.all(
        changes.map((change, i) => ask(servers[i % 2]!, subject, key, change)),
      );
      for (const [i, status] of answers.entries()) {
        const name = `${changes[i]!.by} ${status}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
      }
      const { status } = await engine.operator.bookings.read(subject.id);
      const isCancelled = answers.some((answer, i) => changes[i]!.by === 'partner' && answer === 200);
      if (isCancelled) expect(status).toBe('cancelled');
      if (status === 'confirmed') await engine.operator.bookings.cancel(subject.id);
    }
    console.log(Object.fromEntries(statuses));
    expect([...statuses.keys()].filter((name) => name.includes(' 5'))).toEqual([]);
    expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
    for (const server of servers) await server.close();
    await opened.close();
  },
);
