import type { WebhookAnswer, WebhookRequest } from '../core/outbox/webhook.ts';

/** Posts webhooks to places on the internet. */
export interface WebhookSender {
  /** What speaks against this address, for people; null when nothing does. Looks up no name. */
  checkUrl(url: string): string | null;

  /** Posts once. Resolves within the deadline whatever the receiver does, and never rejects. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;

  /** Ends idle connections. */
  close(): Promise<void>;
}
