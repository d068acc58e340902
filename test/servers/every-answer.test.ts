/** Random requests on a few connections, some of which break off, at real sockets. */
import { setTimeout as pause } from 'node:timers/promises';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { between, type Chance, chanceOf, pick } from '../proof/seating/random.ts';
import { seed } from '../support/seed.ts';
import { signedIn } from '../support/signed-in.ts';
import { type StorageKind, storages } from '../support/storages.ts';
import { AnsweredLine } from './answered-line.ts';

const { LOCATION_ID } = fixtures;
const HERE = `/console/${LOCATION_ID}`;
const LOCATION = `/v1/partner-api/locations/${LOCATION_ID}`;
const BOOKINGS = `${LOCATION}/bookings`;
const READ = [`${LOCATION}/availability?date=2026-12-05&partySize=2`, '/metrics', HERE, '/nothing'];
const NOW_MS = Date.parse('2026-12-04T12:00:00Z');
const CONNECTIONS = 12;
const STEPS = 15;

for (const kind of storages.filter(({ name }) => name !== 'postgres'))
  test(`D57 each complete request on a connection that lasts is answered, whatever others break off: ${kind.name}`, async () => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const { api, server, headers } = await serve(kind);
    const lines = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) => used(chanceOf(seed + n), server.port, headers)),
    );
    for (const line of lines) {
      line.send(`GET /healthz HTTP/1.1\r\n${headers}\r\n`);
      await expect.poll(() => line.missing()).toEqual([]);
      line.socket.destroy();
    }
    const work = (): number =>
      Object.values(api.stats()).reduce((sum, of) => sum + of.running + of.waiting + of.arriving, 0);
    await expect.poll(work).toBe(0);
  });

async function serve(kind: StorageKind) {
  const clock = { nowMs: () => NOW_MS };
  const opened = await kind.open(clock);
  const engine = createEngine({
    storage: opened.storage,
    clock,
    secretKeys: [new Uint8Array(32).fill(42)],
  });
  await engine.operator.locations.apply(fixtures.aPlan(), LOCATION_ID);
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  const api = createPartnerApi({ engine });
  const server = await serveHttp({ api });
  onTestFinished(async () => {
    await server.close(0);
    engine.detach();
    await opened.close();
  });
  mountPages({
    api,
    engine,
    demoLocationId: null,
    console: true,
    publicUrl: () => server.url,
    mailFrom: 'no-reply@bord.example',
    nowMs: clock.nowMs,
  });
  const ada = { email: 'ada@sjobaren.example', name: 'Ada', role: 'host', locationId: LOCATION_ID } as const;
  const { session } = await signedIn(engine, ada);
  const headers = `host: x\r\nx-partner-key: ${key}\r\ncookie: bord_session_${server.port}=${session}\r\n`;
  return { api, server, headers };
}

/** Takes some steps, each on the connection of the one before where that lasts, and returns one that lasts. */
async function used(chance: Chance, port: number, headers: string): Promise<AnsweredLine> {
  const read = (): string => {
    const known = pick(chance, ['', 'if-none-match: *\r\n']);
    return `${pick(chance, ['GET', 'GET', 'HEAD'])} ${pick(chance, READ)} HTTP/1.1\r\n${headers}${known}\r\n`;
  };
  const post = (size = 60): string => {
    const head = `POST ${BOOKINGS} HTTP/1.1\r\n${headers}content-type: application/json\r\n`;
    return `${head}${pick(chance, ['', 'expect: 100-continue\r\n'])}content-length: ${size}\r\n\r\n${'x'.repeat(size)}`;
  };
  const fresh = (): AnsweredLine => new AnsweredLine(port);
  let line = fresh();
  const breakOff = (): void => {
    line.isLast = true;
    line.socket.destroy();
  };
  const steps: readonly (() => void | Promise<unknown>)[] = [
    () => line.send(read()),
    () => line.send(...Array.from({ length: between(chance, 2, 40) }, read)),
    () => line.send(read(), post(), read()),
    () => line.send(`GET /docs HTTP/1.1\r\n${headers}\r\n`),
    async () => {
      line.socket.pause();
      line.send(...Array.from({ length: 5 }, read));
      await pause(between(chance, 0, 10));
      line.socket.resume();
    },
    async () => {
      line.send(post(70_000)); // too large: the connection ends with its answer
      await expect.poll(() => line.missing()).toEqual([]);
    },
    async () => {
      const all = pick(chance, [read(), post(), read().repeat(40)]);
      line.socket.write(all.slice(0, between(chance, 1, all.length)));
      await pause(between(chance, 0, 10));
      breakOff();
    },
    async () => {
      line.socket.write(`GET ${HERE}/live HTTP/1.1\r\n${headers}\r\n${read()}`);
      await pause(between(chance, 0, 10));
      breakOff();
    },
  ];
  for (let step = 0; step < STEPS; step++) {
    await pick(chance, steps)();
    if (chance() < 0.7) await expect.poll(() => line.missing()).toEqual([]);
    if (line.isLast) line = fresh();
  }
  return line;
}
