/**
 * For whoever receives Bord's webhooks: how a delivery is checked (§6.4). Needs nothing of the engine beside it: less than 3 kB in a bundle,
 * without time zones.
 */
export { type ReceivedWebhook, verifyWebhook, WebhookError, type WebhookFault } from './verify-webhook.ts';
export type {
  AvailabilityChangedEvent,
  NamedWebhookEvents,
  WaitlistOfferedEvent,
  WebhookEvent,
  WebhookGuest,
} from './webhook-events.ts';
