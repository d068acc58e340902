import type { WebhookAnswer, WebhookRequest } from '../core/outbox/webhook.ts';

/** Posts webhooks to places on the internet. */
export interface WebhookSender {
  /** The objection to this URL, for people; null if it is acceptable. Does not resolve names. */
  checkUrl(url: string): string | null;

  /** Posts once. Resolves within the deadline whatever the receiver does, and never rejects. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;

  /** Ends idle connections. */
  close(): Promise<void>;
}
