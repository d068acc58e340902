/**
 * For receivers of Bord's webhooks: how to verify a delivery (§6.4). Independent of the engine: less than 3 kB in a bundle, without time zones.
 */
export { type ReceivedWebhook, verifyWebhook, WebhookError, type WebhookFault } from './verify-webhook.ts';
export type {
  AvailabilityChangedEvent,
  NamedWebhookEvents,
  WaitlistOfferedEvent,
  WebhookEvent,
  WebhookGuest,
} from './core/outbox/webhook-events.ts';
