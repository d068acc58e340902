import type { Attempt, Delivery } from '../../core/outbox/delivery.ts';
import { attemptOf } from '../../core/outbox/delivery-rules.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import { unseal } from '../../core/access/secret.ts';
import { SECOND_MS } from '../../core/instant.ts';
import { signatureHeader } from '../../core/outbox/signature.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { App } from '../context.ts';

/** The secrets of an endpoint that sign at a time, the newest first (D24); null if they cannot be read. */
export type SigningSecrets = (nowMs: number) => readonly string[] | null;

/** Unseals an endpoint's secrets, once for any number of deliveries. */
export function signingSecretsOf(
  { secretKeys }: Pick<App, 'secretKeys'>,
  { secrets }: Pick<Endpoint, 'secrets'>,
): SigningSecrets {
  const opened = secrets.map(({ sealed, endsMs }) => ({ endsMs, secret: unseal(secretKeys, sealed) }));
  return (nowMs) => {
    const live = opened.filter(({ endsMs }) => endsMs === null || nowMs < endsMs);
    const [newest, ...older] = live.map(({ secret }) => secret);
    // An older secret can be unreadable: it was rotated because its key was lost.
    return newest == null ? null : [newest, ...older.filter((secret) => secret !== null)];
  };
}

/** A delivery to be posted, with its endpoint and secrets. */
export interface SignedPost {
  readonly endpoint: Pick<Endpoint, 'url' | 'includeGuest'>;
  readonly delivery: Delivery;
  readonly secrets: readonly string[];
  readonly by: Attempt['by'];
}

/** Posts a delivery with a new signature (§6.3): receivers reject signatures older than 300 seconds. */
export async function postSigned(
  { clock }: Pick<App, 'clock'>,
  sender: WebhookSender,
  { endpoint: { url, includeGuest }, delivery, secrets, by }: SignedPost,
): Promise<{ readonly answer: WebhookAnswer; readonly attempt: Attempt }> {
  const { body } = delivery;
  const atMs = clock.nowMs();
  const headers = signedHeaders(delivery, secrets, atMs);
  const before = performance.now();
  const answer = await sender.post({ url, headers, body });
  return { answer, attempt: attemptOf(answer, by, atMs, performance.now() - before, includeGuest) };
}

/** The headers of §6.3, signed now. */
export function signedHeaders(
  delivery: Delivery,
  secrets: readonly string[],
  nowMs: number,
): Readonly<Record<string, string>> {
  const { eventId, body } = delivery;
  return {
    'content-type': 'application/json',
    'x-partner-event-id': eventId,
    'x-partner-signature': signatureHeader(secrets, Math.floor(nowMs / SECOND_MS), body),
  };
}
