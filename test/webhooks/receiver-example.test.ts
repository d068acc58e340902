/** The example that partners copy, and the vectors against which they try their own. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import type { BookingRequest } from '@bord/engine';
import { signatureHeader } from '@bord/engine/adapters';
import { verifyWebhook, type WebhookEvent } from '@bord/engine/webhooks';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createReceiver } from '../../examples/webhook-receiver/src/receiver.ts';
import { webhookRuntime } from '../support/webhook-runtime.ts';

const stripe = new Stripe('sk_test_none');
const { FRIDAY_MS, LOCATION_ID } = fixtures;

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly rawBody: string;
  readonly header: string;
  readonly now: number;
  readonly accepted: boolean;
}

test('§6.4 the vectors for other languages hold for our receiver and for an independent one, byte for byte', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/webhook-vectors.json'), 'utf8');
  const { vectors } = JSON.parse(text) as { vectors: readonly Vector[] };
  expect(vectors.length).toBeGreaterThan(10);
  for (const { name, secret, rawBody, header, now, accepted } of vectors) {
    const ours = (): unknown => verifyWebhook({ secret, signature: header, rawBody, nowSeconds: now });
    const theirs = (): unknown =>
      stripe.webhooks.constructEvent(rawBody, header, secret, 300, undefined, now * 1000);
    if (accepted) expect([ours(), theirs()], name).toEqual([JSON.parse(rawBody), JSON.parse(rawBody)]);
    else {
      expect(ours, name).toThrow();
      // The independent one accepts what lies ahead of its clock.
      if (!name.includes('ahead')) expect(theirs, name).toThrow();
    }
  }
});

/** The receiver of the example on a real socket. */
async function openExample(
  secrets: readonly string[],
  onEvent: (event: WebhookEvent) => void | Promise<void>,
) {
  const server = createReceiver({ secrets, onEvent });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('§6.4 the example accepts what the engine sends, acts on each event once, and refuses what was tampered with', async () => {
  const nowMs = Date.now();
  const clock = { nowMs: () => nowMs, pass: async () => undefined };
  const storage = memoryStorage(clock);
  await fixtures.aLocation(storage);
  const runtime = webhookRuntime({ storage, clock });
  const events: WebhookEvent[] = [];
  const secrets: string[] = [];
  const example = await openExample(secrets, (event) => void events.push(event));
  const { endpoint, secret } = await runtime.endpoint(example.url);
  secrets.push(secret);
  const request: BookingRequest = {
    startMs: FRIDAY_MS + 18 * 3_600_000,
    partySize: 2,
    guest: { name: 'Alva Lind', email: 'alva@example.com', phone: null, notes: null, language: null },
    partnerBookingRef: 'ref',
    idempotencyKey: null,
  };
  const { key } = await runtime.engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  await runtime.engine.partner(await runtime.engine.authenticate(key)).createBooking(LOCATION_ID, request);
  await runtime.engine.background.deliverDue();
  expect(events.map(({ type }) => type)).toEqual(['booking.created']);
  const again = await Promise.all(
    [1, 2, 3].map(() =>
      runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId: events[0]!.id }),
    ),
  );
  expect(again.every(({ delivered }) => delivered)).toBe(true);
  expect(events).toHaveLength(1);

  const body = JSON.stringify({ ...events[0], id: 'forged' });
  const t = Math.floor(Date.now() / 1000);
  const post = async (signature: string | null): Promise<number> => {
    const headers: Record<string, string> = signature === null ? {} : { 'x-partner-signature': signature };
    return (await fetch(example.url, { method: 'POST', headers, body })).status;
  };
  expect(await post(null)).toBe(400);
  expect(await post(signatureHeader(['whsec_other'], t, body))).toBe(400);
  expect(await post(signatureHeader([secret], t - 301, body))).toBe(400);
  expect(events).toHaveLength(1);
  expect(await post(signatureHeader([secret], t, body))).toBe(204);
  expect(events).toHaveLength(2);
  example.close();
  await runtime.close();
});

test('§6.4 an event whose handling fails is answered 500, and handled when it comes again', async () => {
  let failures = 1;
  const example = await openExample(['whsec_x'], () => {
    if (failures-- > 0) throw new Error('the database is away');
  });
  const body = '{"id":"bk_1:booking.created:1","type":"booking.created","created":1,"data":{}}';
  const t = Math.floor(Date.now() / 1000);
  const headers = { 'x-partner-signature': signatureHeader(['whsec_x'], t, body) };
  const printError = console.error;
  console.error = () => undefined; // the example tells its operator
  const statuses = [];
  for (let i = 0; i < 3; i++)
    statuses.push((await fetch(example.url, { method: 'POST', headers, body })).status);
  console.error = printError;
  expect(statuses).toEqual([500, 204, 204]);
  example.close();
});

test('§6.4 the vectors are those that the engine makes today', () => {
  const script = join(import.meta.dirname, '../../scripts/webhook-vectors.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@bord/source', script, '--check']);
  expect([status, stderr.toString()]).toEqual([0, '']);
});
