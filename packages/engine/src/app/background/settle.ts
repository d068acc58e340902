import { MAIL_QUEUE, type Settlement } from '../../core/outbox/delivery.ts';
import type { App } from '../context.ts';
import type { Result } from './send-webhook.ts';

/** Settles a delivery and reports the attempt; null if another worker has it. Settlements made together share a transaction. */
export async function settle(app: App, { delivery, attempt, rule }: Result): Promise<Settlement | null> {
  let settlement: Settlement | undefined;
  const isOurs = await app.storage.outbox.settle(
    delivery,
    attempt,
    (endpoint) => (settlement = rule(endpoint)),
  );
  if (!isOurs || !settlement) return null;
  if (attempt !== null || settlement.state !== 'waiting') {
    app.observer({
      kind: 'delivery',
      to: delivery.queue === MAIL_QUEUE ? 'mail' : 'webhook',
      outcome: attempt?.outcome ?? 'dropped',
      responseExcerpt: attempt?.responseExcerpt ?? '',
      isFinal: settlement.state !== 'waiting',
      durationMs: attempt?.durationMs ?? 0,
    });
  }
  if ((settlement.deliveries?.length ?? 0) > 0) app.wakeup.ring();
  return settlement;
}
