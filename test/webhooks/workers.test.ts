/** Several processes' worth of workers on one database, real receivers on real sockets, real time. */
import { fixtures } from '@bord/engine/testing';
import type { Storage } from '@bord/engine';
import { afterEach, describe, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { storages } from '../support/storages.ts';
import { webhookRuntime, type WebhookRuntime } from '../support/webhook-runtime.ts';

const clock = { nowMs: () => Date.now(), pass: async () => undefined };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Ground {
  readonly storage: Storage;
  /** Engines, each with a separate connection. */
  readonly runtimes: readonly WebhookRuntime[];
  /** Writes so many events of bookings, and rings no wakeup: as another process would. */
  tell(from: number, count: number, to: readonly string[]): Promise<void>;
}

async function groundOf(kind: (typeof storages)[number], engines: number, timeoutMs = 5000): Promise<Ground> {
  const opened = await kind.open(clock);
  closers.push(() => opened.close());
  const location = await fixtures.aLocation(opened.storage);
  const runtimes: WebhookRuntime[] = [];
  for (let i = 0; i < engines; i++) {
    const storage = i === 0 ? opened.storage : await opened.reopen();
    const runtime = webhookRuntime({ storage, clock }, { timeoutMs });
    runtimes.push(runtime);
    closers.push(() => runtime.close());
  }
  return {
    storage: opened.storage,
    runtimes,
    async tell(from, count, to) {
      const deliveries = Array.from({ length: count }, (_, i) => from + i).flatMap((n) =>
        to.map((queue) =>
          fixtures.aDelivery(`bk_${n}:booking.created:1@${queue}`, {
            queue,
            eventId: `bk_${n}:booking.created:1`,
            body: JSON.stringify({
              id: `bk_${n}:booking.created:1`,
              type: 'booking.created',
              created: 1,
              data: {},
            }),
          }),
        ),
      );
      const booking = fixtures.aBooking(`bk_${from}`, { startMs: fixtures.FRIDAY_MS + from * 3_600_000 * 3 });
      await opened.storage.bookings.amend(fixtures.aScope(location), fixtures.save({ booking, deliveries }));
    },
  };
}

async function aReceiver(): Promise<Receiver> {
  const receiver = await openReceiver();
  closers.push(() => receiver.close());
  return receiver;
}

/** Workers on every engine, until the test is over. */
function deliverOn(runtimes: readonly WebhookRuntime[], delaysSeconds: readonly number[]): void {
  for (const { engine } of runtimes) {
    const worker = engine.background.startDelivering({ delaysSeconds });
    closers.push(() => worker.stop());
  }
}

/** Polls until it holds; the test's timeout is the limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 20));
}

for (const kind of storages) {
  describe(kind.name, () => {
    test('§6.5 D23 with four workers 14 failed events and a success disable no endpoint, and the 15th in a row does', async () => {
      const { runtimes, storage, tell } = await groundOf(kind, 4);
      const receiver = await aReceiver();
      const { endpoint } = await runtimes[0]!.endpoint(receiver.url);
      deliverOn(runtimes, []);
      const countIs = (count: number): Promise<void> =>
        until(
          async () => (await storage.records.find('endpoints', { id: endpoint.id }))!.failedInARow === count,
        );
      const isDisabled = async (): Promise<boolean> =>
        (await storage.records.find('endpoints', { id: endpoint.id }))!.disabledMs !== null;

      for (const round of [0, 1]) {
        receiver.answer = 500;
        await tell(round * 100, 14, [endpoint.id]);
        await countIs(14);
        expect(await isDisabled()).toBe(false);
        receiver.answer = 200;
        await tell(round * 100 + 14, 1, [endpoint.id]);
        await countIs(0);
      }
      receiver.answer = 500;
      await tell(200, 14, [endpoint.id]);
      await countIs(14);
      await tell(300, 1, [endpoint.id]);
      await until(isDisabled);
      expect((await storage.records.find('endpoints', { id: endpoint.id }))!.failedInARow).toBe(15);
      const before = receiver.received.length;
      await tell(400, 5, [endpoint.id]);
      const mails = (await storage.outbox.ofQueue('mail', 100)).map(
        ({ body }) => (JSON.parse(body) as { kind: string }).kind,
      );
      expect(mails.toSorted()).toEqual(['endpoint_disabled', ...Array<string>(3).fill('endpoint_failing')]);
      // New events wait; after enabling they are sent.
      await new Promise((done) => setTimeout(done, 300));
      expect(receiver.received).toHaveLength(before);
      receiver.answer = 204;
      await runtimes[2]!.engine.operator.webhooks.enable(endpoint.id);
      await receiver.arrived(before + 5);
    });

    test('§6.5 receivers that hang, refuse and redirect do not delay others', async () => {
      const { runtimes, storage, tell } = await groundOf(kind, 1, 120_000);
      const [hanging, redirecting, sound] = [await aReceiver(), await aReceiver(), await aReceiver()];
      hanging.answer = () => undefined;
      redirecting.answer = (response) => response.writeHead(302, { location: sound.url }).end();
      const gone = await openReceiver();
      await gone.close();
      const urls = [hanging.url, redirecting.url, gone.url, sound.url];
      const queues = await Promise.all(
        urls.map(async (url) => (await runtimes[0]!.endpoint(url)).endpoint.id),
      );
      deliverOn(runtimes, [3600]);
      await tell(0, 200, queues.slice(0, 3)); // much more than one worker holds of a queue
      await tell(300, 100, [queues[3]!]);
      await sound.arrived(100);
      // While the sound one has all of its events, the hanging one still has its first in hand.
      expect(hanging.received.length).toBeLessThan(50);
      expect(sound.received).toHaveLength(100);
      const outcomes = async (queue: string): Promise<string[]> => [
        ...new Set(
          (await storage.outbox.ofQueue(queue, 300)).flatMap(({ attempts }) =>
            attempts.map(({ outcome }) => outcome),
          ),
        ),
      ];
      for (const queue of queues.slice(1)) await until(async () => (await outcomes(queue)).length > 0);
      expect(await outcomes(queues[0]!)).toEqual([]);
      expect(await outcomes(queues[1]!)).toEqual(['redirect']);
      expect(await outcomes(queues[2]!)).toEqual(['unreachable']);
      await hanging.close(); // or its posts would be waited for
    });
  });
}
