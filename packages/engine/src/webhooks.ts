/**
 * For whoever receives Bord's webhooks: how a delivery is checked (§6.4). Needs nothing of the engine beside it: less than 3 kB in a bundle,
 * without time zones.
 */
export {
  type ReceivedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
} from './verify-webhook.ts';
