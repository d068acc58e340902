import { DEFAULT_RETRY_DELAYS_SECONDS } from '../../core/outbox/backoff.ts';
import type { Attempt, Settlement } from '../../core/outbox/delivery.ts';
import { isAccepted, settleDelivered, settleFailed } from '../../core/outbox/delivery-rules.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { App } from '../context.ts';
import { postSigned, type SigningSecrets } from './post-signed.ts';

/** What became of a delivery that was leased, and how it is to be settled. */
export interface Result {
  readonly delivery: LeasedDelivery;
  /** Null when none was made. */
  readonly attempt: Attempt | null;
  readonly rule: (endpoint: Endpoint | null) => Settlement;
}

/** And whether what comes next is likely to take long, if anything is known of that. */
export interface Sent extends Result {
  readonly isSlow?: boolean;
}

/** An endpoint as it was read with a batch, and what signs for it. */
export interface Target {
  readonly endpoint: Endpoint;
  readonly secretsAt: SigningSecrets;
}

/** Posts a delivery once. It is slow when the receiver has not answered, or nothing can be sent to it. */
export async function sendWebhook(
  app: App,
  delivery: LeasedDelivery,
  target: Target | null,
  delaysSeconds: readonly number[] = DEFAULT_RETRY_DELAYS_SECONDS,
): Promise<Sent> {
  const { webhooks } = app;
  if (!webhooks || !target) return { delivery, attempt: null, rule: () => ({ state: 'dropped' }) };
  const { endpoint } = target;
  const secrets = target.secretsAt(app.clock.nowMs());
  if (!secrets) {
    // Not the receiver's fault: a wrong key in the configuration must neither use up attempts nor disable anybody.
    app.observer({ kind: 'fault', where: 'deliveries', error: new SecretUnreadableError(endpoint.id) });
    const later = (): Settlement => ({ state: 'waiting', retryAfterMs: MINUTE_MS });
    return { delivery, attempt: null, rule: later, isSlow: true };
  }
  const post = { endpoint, delivery, secrets, by: 'worker' } as const;
  const { answer, attempt } = await postSigned(app, webhooks, post);
  const nowMs = app.clock.nowMs();
  const rule = (now: Endpoint | null): Settlement =>
    isAccepted(answer) ? settleDelivered(now) : settleFailed(delivery, now, delaysSeconds, nowMs);
  return { delivery, attempt, rule, isSlow: answer.kind === 'failed' };
}

/** The secret key of this process is not the one that sealed an endpoint's secret. */
class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';

  constructor(endpointId: string) {
    super(
      `the secret of endpoint ${endpointId} was sealed with another secret key: give that key too, or rotate the secret`,
    );
  }
}
