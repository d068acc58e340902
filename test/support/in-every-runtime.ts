/** A world whose partner listens: an engine that sends webhooks, and a receiver whose deliveries are held against the document. */
import { expect } from 'vitest';
import { checkDelivery } from './openapi-traffic.ts';
import { eventOf, openReceiver, type Receiver } from './receiver.ts';
import { webhookRuntime, type WebhookRuntime } from './webhook-runtime.ts';
import { aRequest, bookingsPath, inEveryWorld, type World } from './world.ts';

/** Runs a test in every world, with a receiver to which no endpoint leads yet. Its title begins with the rule that it holds. */
export function inEveryRuntime(
  title: string,
  run: (world: World, runtime: WebhookRuntime, receiver: Receiver) => Promise<void>,
): void {
  const inRuntime = async (world: World): Promise<void> => {
    const [runtime, receiver] = [webhookRuntime(world), await openReceiver()];
    try {
      await run(world, runtime, receiver);
      for (const { headers, rawBody } of receiver.received) checkDelivery(headers, rawBody);
    } finally {
      await runtime.close();
      await receiver.close();
    }
  };
  inEveryWorld(title, inRuntime);
}

/** The types of the events that have come, in order. */
export const typesOf = (receiver: Receiver): string[] =>
  receiver.received.map((delivery) => eventOf(delivery).type);

/** Books through the partner API; the id of the booking. */
export async function book(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await world.post(bookingsPath, aRequest(given));
  expect(status).toBe(201);
  return (body as { id: string }).id;
}
