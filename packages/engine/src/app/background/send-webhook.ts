import { DEFAULT_RETRY_DELAYS_SECONDS } from '../../core/outbox/backoff.ts';
import type { Attempt, Settlement } from '../../core/outbox/delivery.ts';
import { isAccepted, settleDelivered, settleFailed } from '../../core/outbox/delivery-rules.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import { MINUTE_MS } from '../../core/instant.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { App } from '../context.ts';
import { postSigned, type SigningSecrets } from './post-signed.ts';

/** The result of a leased delivery, with the rule that settles it. */
export interface Result {
  readonly delivery: LeasedDelivery;
  /** Null without an attempt. */
  readonly attempt: Attempt | null;
  readonly rule: (endpoint: Endpoint | null) => Settlement;
}

/** `isSlow`: the next attempt is likely to take long; undefined if unknown. */
export interface Sent extends Result {
  readonly isSlow?: boolean;
}

/** The endpoint as it was read with a batch, with its signing secrets. */
export interface Target {
  readonly endpoint: Endpoint;
  readonly secretsAt: SigningSecrets;
}

/** Posts a delivery once. It is slow if the receiver has not answered, or if no request can be sent to it. */
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
    // The receiver is not the cause: a wrong secret key in the configuration must not use attempts or disable an endpoint.
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

/** The secret key of this process did not seal an endpoint's secret. */
class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';

  constructor(endpointId: string) {
    super(
      `the secret of endpoint ${endpointId} was sealed with another secret key: give that key too, or rotate the secret`,
    );
  }
}
