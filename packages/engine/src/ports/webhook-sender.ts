import type { WebhookAnswer, WebhookRequest } from '../core/outbox/webhook.ts';

/** Posts webhooks to receivers on the internet. */
export interface WebhookSender {
  /** The objection to this URL, for people; null if it is acceptable. Does not resolve names. */
  checkUrl(url: string): string | null;

  /** Posts once. Resolves within the deadline for any behaviour of the receiver, and never rejects. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;

  /** Ends idle connections. */
  close(): Promise<void>;
}
