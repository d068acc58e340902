import type { Delivery } from '../../core/outbox/delivery.ts';
import type { Endpoint } from '../../core/outbox/event.ts';
import { unseal } from '../../core/access/secret.ts';
import { signatureHeader } from '../../core/outbox/signature.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { App } from '../shared/context.ts';

/** The secrets with which an endpoint's deliveries are signed now, the newest first (D24); null when they cannot be read. */
export function secretsOf(app: App, endpoint: Endpoint): readonly string[] | null {
  const nowMs = app.clock.nowMs();
  const live = endpoint.secrets.filter(({ endsMs }) => endsMs === null || nowMs < endsMs);
  const [newest, ...older] = live.map(({ sealed }) => unseal(app.secretKeys, sealed));
  // Of one that was rotated because its key is lost, nothing more is to be had.
  return newest == null ? null : [newest, ...older.filter((secret) => secret !== null)];
}

/** What is posted, and with what it is signed. */
export interface SignedPost extends Pick<Endpoint, 'url'> {
  readonly secrets: readonly string[];
  readonly delivery: Pick<Delivery, 'eventId' | 'body'>;
  /** When the attempt is made. */
  readonly nowSeconds: number;
}

/** Posts a delivery with the headers of §6.3. Each attempt is signed afresh: a receiver refuses what is older than 300 seconds. */
export function postSigned(
  sender: WebhookSender,
  { url, secrets, delivery: { eventId, body }, nowSeconds }: SignedPost,
): Promise<WebhookAnswer> {
  const headers = {
    'content-type': 'application/json',
    'x-partner-event-id': eventId,
    'x-partner-signature': signatureHeader(secrets, nowSeconds, body),
  };
  return sender.post({ url, headers, body });
}
