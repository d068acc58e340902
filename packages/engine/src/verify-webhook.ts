/** For receivers: verifies a delivery (§6.4). */
import { timingSafeEqual } from 'node:crypto';
import { SIGNATURE_TOLERANCE_SECONDS } from './core/limits.ts';
import { signatureOf } from './core/outbox/signature.ts';
import type { NamedWebhookEvents, WebhookEvent } from './core/outbox/webhook-events.ts';

/** A request as a receiver got it. */
export interface ReceivedWebhook<Named extends keyof NamedWebhookEvents = never> {
  /** The endpoint's secret, `whsec_…`; several during a rotation: one of them must have signed. */
  readonly secret: string | readonly string[];
  /** The header `x-partner-signature`; null or undefined if it is missing. */
  readonly signature: string | null | undefined;
  /** The received body, byte for byte: never parsed and serialized again. */
  readonly rawBody: string | Uint8Array;
  /** The receiver's clock in Unix seconds; defaults to the system's. */
  readonly nowSeconds?: number;
  /** The maximum age of a delivery, or its maximum time in the future; defaults to 300. */
  readonly toleranceSeconds?: number;
  /** The types that the endpoint has named in addition to the three of §6.1 (D30): the returned event can be one of these too. It affects only the type. */
  readonly named?: readonly Named[];
}

/** The reason why a delivery is not trusted. */
export type WebhookFault =
  /** The signature header is missing, or lacks `t` or `v1`. */
  | 'signature_missing'
  /** Signed with another secret, or the body has been changed. */
  | 'signature_wrong'
  /** The signature is right, but its time is too far from now: possibly a recorded delivery. */
  | 'too_old'
  /** Signed, but not an event. */
  | 'body_invalid';

/** An untrusted delivery: answer 400 and ignore it. */
export class WebhookError extends Error {
  /** Always `WebhookError`. */
  override readonly name = 'WebhookError';
  /** The fault of the delivery. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Verifies a delivery as §6.4 requires: first the signature of the raw body, in constant time, and then its age. Returns its event. The receiver
 * must drop repetitions by the event's id.
 *
 * The endpoint gets only events of its types. If it has named more than the three types of §6.1, pass them in `named` to get their types as well.
 *
 * @throws WebhookError if the delivery is not trusted
 */
export function verifyWebhook<Named extends keyof NamedWebhookEvents = never>(
  received: ReceivedWebhook<Named>,
): WebhookEvent | NamedWebhookEvents[Named] {
  const { rawBody, toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS } = received;
  const { nowSeconds = Math.floor(Date.now() / 1000) } = received;
  const { t, hexes } = readSignature(received.signature ?? '');
  if (t === null || hexes.length === 0)
    throw new WebhookError(
      'signature_missing',
      'the signature header is missing, or has no t and v1: pass x-partner-signature',
    );
  const secrets = typeof received.secret === 'string' ? [received.secret] : received.secret;
  const matches = secrets.map((secret) => isAmong(hexes, signatureOf(secret, t, rawBody)));
  if (!matches.includes(true))
    throw new WebhookError(
      'signature_wrong',
      'the body was not signed with this secret: check the secret, and pass the body as it arrived',
    );
  if (Math.abs(nowSeconds - t) > toleranceSeconds)
    throw new WebhookError(
      'too_old',
      `the signature is not from within ${toleranceSeconds} seconds of now: check the clock`,
    );
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  return eventOf(text) as WebhookEvent | NamedWebhookEvents[Named];
}

/** More `v1` than in any rotation: limits the work for a header. */
const SIGNATURES_MAX = 10;

function readSignature(header: string): { readonly t: number | null; readonly hexes: readonly string[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const hexes = parts.flatMap(([name, hex]) => (name === 'v1' && hex !== undefined ? [hex] : []));
  return { t: /^\d{1,12}$/.test(t) ? Number(t) : null, hexes: hexes.slice(0, SIGNATURES_MAX) };
}

function isAmong(hexes: readonly string[], expected: string): boolean {
  const bytes = new TextEncoder();
  const wanted = bytes.encode(expected);
  return hexes
    .map((hex) => bytes.encode(hex))
    .map((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
    .includes(true);
}

type AnyEvent = WebhookEvent | NamedWebhookEvents[keyof NamedWebhookEvents];

function eventOf(text: string): AnyEvent {
  let event: Partial<AnyEvent> | null;
  try {
    event = JSON.parse(text) as AnyEvent | null;
  } catch {
    event = null;
  }
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || typeof event.data !== 'object')
    throw new WebhookError('body_invalid', 'the body is not an event: pass the body as it arrived');
  return event as AnyEvent;
}
