/** §6.5 over real sockets: when deliveries are tried again, replayed or dropped, and which endpoints they go to. */
import { expect } from 'vitest';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { verifyWebhook } from '@bord/engine/webhooks';
import { book, inEveryRuntime, typesOf } from '../support/in-every-runtime.ts';
import { eventOf, openReceiver } from '../support/receiver.ts';
import { webhookRuntime } from '../support/webhook-runtime.ts';

inEveryRuntime(
  '§6.5 D23 retries come 10 s, 1, 5 and 30 min after each failure, with the same id and bytes and a fresh signature',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    receiver.answer = 500;
    await book(world);
    const startedMs = world.clock.nowMs();
    const attemptsAt: number[] = [];
    const step = 1000;
    while (attemptsAt.length < 5 && world.clock.nowMs() - startedMs < 40 * 60_000) {
      if ((await runtime.engine.background.deliverDue()) > 0)
        attemptsAt.push((world.clock.nowMs() - startedMs) / 1000);
      const next = (await world.storage.outbox.nextDueInMs()) ?? step;
      await world.clock.pass(Math.max(step, Math.floor((next - 1) / step) * step));
    }
    // Each pause begins when the attempt before it has failed.
    const pauses = attemptsAt.slice(1).map((at, i) => at - attemptsAt[i]!);
    for (const [i, wanted] of [10, 60, 300, 1800].entries()) {
      expect(pauses[i]).toBeGreaterThanOrEqual(wanted - 1);
      expect(pauses[i]).toBeLessThanOrEqual(wanted + 1);
    }
    await world.clock.pass(86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    expect(receiver.received).toHaveLength(5);
    const [first] = receiver.received;
    for (const { headers, rawBody } of receiver.received) {
      expect(headers['x-partner-event-id']).toBe(first!.headers['x-partner-event-id']);
      expect(rawBody.equals(first!.rawBody)).toBe(true);
    }
    const signatures = receiver.received.map(({ headers }) => headers['x-partner-signature'] as string);
    expect(new Set(signatures).size).toBe(5);
    const last = signatures.at(-1)!;
    const nowSeconds = Number(/t=(\d+)/.exec(last)![1]);
    expect(nowSeconds - startedMs / 1000).toBeGreaterThan(2100);
    expect(verifyWebhook({ secret, signature: last, rawBody: first!.rawBody, nowSeconds }).type).toBe(
      'booking.created',
    );
    const [record] = await runtime.engine.operator.webhooks.deliveries(endpoint.id);
    expect(record).toMatchObject({ state: 'failed', failures: 5 });
    expect(record!.attempts.map(({ outcome, status }) => [outcome, status])).toEqual(
      [1, 2, 3, 4, 5].map(() => ['status 500', 500]),
    );
    expect((await runtime.engine.operator.webhooks.read(endpoint.id)).failedInARow).toBe(1);
  },
);

inEveryRuntime(
  'D23 the events of a disabled endpoint wait, go out when it is enabled, and are dropped after 7 days',
  async (world, runtime, receiver) => {
    const { endpoint } = await runtime.endpoint(receiver.url);
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    await book(world);
    // The nightly work goes by the clock that the waiting events were written by.
    const { storage, storageClock: clock } = world;
    const keeper = webhookRuntime({ storage: { ...storage, nowMs: async () => clock.nowMs() }, clock });
    await keeper.engine.background.runMaintenance();
    /** So many nights, in which nobody looked after the house until the last. */
    const nights = async (ms: number): Promise<void> => {
      await world.clock.pass(ms);
      await keeper.engine.operator.maintenance.acceptTime();
      expect(await keeper.engine.background.runMaintenance()).toContain('deliveries');
    };
    await nights(6 * 86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    expect(await runtime.engine.background.deliverDue()).toBe(1);
    expect(typesOf(receiver)).toEqual(['booking.created']);
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    await book(world, { startsAt: '2026-12-08T18:00:00Z' });
    await nights(7 * 86_400_000 + 1000);
    await keeper.close();
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    expect((await runtime.engine.operator.webhooks.deliveries(endpoint.id))[0]!.state).toBe('dropped');
  },
);

inEveryRuntime('D23 a redirect is a failure, and nobody follows it', async (world, runtime, receiver) => {
  const trap = await openReceiver();
  await runtime.endpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(307, { location: trap.url }).end();
  await book(world);
  await runtime.engine.background.deliverDue();
  const [endpoint] = await runtime.engine.operator.webhooks.list();
  const [record] = await runtime.engine.operator.webhooks.deliveries(endpoint!.id);
  expect(record!.attempts[0]).toMatchObject({ outcome: 'redirect', status: 307 });
  expect(trap.received).toEqual([]);
  await trap.close();
});

inEveryRuntime(
  '§6.5 replay and test post once, signed afresh, also to a disabled endpoint, and count as nothing',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    receiver.answer = 500;
    await book(world);
    await runtime.engine.background.deliverDue();
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    const eventId = eventOf(receiver.received[0]!).id;
    const failing = await runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId });
    expect(failing).toMatchObject({ delivered: false, attempt: { by: 'replay', status: 500 } });
    receiver.answer = 200;
    expect(await runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId })).toMatchObject(
      {
        delivered: true,
        eventId,
      },
    );
    const tested = await runtime.engine.operator.webhooks.test(endpoint.id);
    expect(tested.delivered).toBe(true);
    expect(receiver.received.map((delivery) => eventOf(delivery).id)).toEqual([
      eventId,
      eventId,
      eventId,
      tested.eventId,
    ]);
    expect(receiver.received[2]!.rawBody.equals(receiver.received[0]!.rawBody)).toBe(true);
    for (const { headers, rawBody } of receiver.received) {
      const signature = headers['x-partner-signature'] as string;
      const nowSeconds = Math.floor(world.clock.nowMs() / 1000);
      expect(verifyWebhook({ secret, signature, rawBody, nowSeconds }).id).toBe(
        headers['x-partner-event-id'],
      );
    }
    expect((await runtime.engine.operator.webhooks.read(endpoint.id)).failedInARow).toBe(0);
    const [test, event] = await runtime.engine.operator.webhooks.deliveries(endpoint.id);
    expect([test!.state, event!.state]).toEqual(['delivered', 'delivered']);
    expect(event!.attempts.map(({ by }) => by)).toEqual(['worker', 'replay', 'replay']);
    // Nothing of it is sent once more.
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    await world.clock.pass(86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    await expect(
      runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId: 'bk_0:booking.created:1' }),
    ).rejects.toMatchObject({
      code: 'event_not_found',
    });
  },
);

inEveryRuntime(
  'D25 an endpoint on http or in a private network is not registered unless the operator allows it',
  async (world) => {
    const webhooks = createWebhookSender();
    const strict = webhookRuntime(world, { webhooks });
    for (const url of [
      'http://a.example/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://u:p@a.example/x',
      'nonsense',
    ])
      await expect(strict.endpoint(url), url).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await strict.endpoint('https://a.example/x')).endpoint.url).toBe('https://a.example/x');
    await strict.close();
    await webhooks.close();
  },
);

inEveryRuntime(
  '§2.13 a signing secret stands nowhere in the storage, and without a secret key there is none',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    expect(JSON.stringify(await world.storage.endpoints.list())).not.toContain(secret.slice(6));
    const bare = webhookRuntime(world, { secretKeys: [] });
    await expect(bare.endpoint(receiver.url)).rejects.toMatchObject({ code: 'invalid_request' });
    await bare.close();
    // A server with a wrong key neither uses up attempts nor disables anybody.
    const wrong = webhookRuntime(world, { secretKeys: [new Uint8Array(32)] });
    await book(world);
    await wrong.engine.background.deliverDue();
    await expect(wrong.close()).rejects.toThrow('sealed with another secret key');
    expect((await runtime.engine.operator.webhooks.deliveries(endpoint.id))[0]).toMatchObject({
      state: 'waiting',
      failures: 0,
    });
    await world.clock.pass(61_000);
    await runtime.engine.background.deliverDue();
    expect(receiver.received).toHaveLength(1);
    // Where the key is lost for good, a new secret mends it at once, whatever the old one was.
    await book(world, { startsAt: '2026-12-01T19:00:00Z' });
    const anew = webhookRuntime(world, { secretKeys: [new Uint8Array(32)] });
    await anew.engine.operator.webhooks.rotateSecret(endpoint.id, 3_600_000);
    await anew.engine.background.deliverDue();
    expect(receiver.received).toHaveLength(2);
    await anew.close();
  },
);
