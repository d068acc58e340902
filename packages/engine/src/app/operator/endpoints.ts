import { insertion, removal, replacement } from '../../core/access/records.ts';
import { type Attempt, type Delivery, type DeliveryRecord, MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import { isAccepted } from '../../core/outbox/delivery-rules.ts';
import { seal, SEAL_IV_BYTES, SIGNING_SECRET_BYTES, signingSecretOf } from '../../core/access/secret.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import type { EventType } from '../../core/outbox/event-type.ts';
import { isListening, isListeningUrl } from '../../core/outbox/listening.ts';
import { testEvent } from '../../core/outbox/test-event.ts';
import { DAY_MS } from '../../core/instant.ts';
import { WEBHOOK_URL_LENGTH_MAX } from '../../core/limits.ts';
import { isPartnerSlug } from '../../core/access/policy.ts';
import type { App } from '../context.ts';
import { readLocation } from '../read-location.ts';
import { newRecordId, newTestId } from '../../core/ids.ts';
import { postSigned, signingSecretsOf } from '../background/post-signed.ts';

/** A webhook endpoint to be registered (§2.13). */
export interface EndpointRequest {
  /** Slug of the partner; null: an endpoint of the operator, for bookings of every channel (D56). */
  readonly partner: string | null;
  /** https, to a public address (D25); at most 2,048 characters. */
  readonly url: string;
  /** Defaults to the three types of §6.1; types added later are sent only to endpoints that name them (D30). */
  readonly eventTypes?: readonly EventType[] | null;
  /** Defaults to every location of the partner. An endpoint of the operator must name its locations. */
  readonly locationIds?: readonly string[] | null;
  /** Defaults to false. */
  readonly includeGuest?: boolean;
}

/** An endpoint and its new signing secret: the only time that the secret is shown. */
export interface MadeEndpoint {
  /** The endpoint as stored. */
  readonly endpoint: Endpoint;
  /** `whsec_…` */
  readonly secret: string;
}

/** Webhook endpoints of partners and of the operator, and their deliveries (§6). */
export interface WebhookActions {
  /**
   * Registers a webhook endpoint for a partner, or for the operator. It gets the events from now on.
   *
   * Throws `invalid_request` for a URL to which webhooks must not be sent (D25), and without a configured secret key.
   */
  add(request: EndpointRequest): Promise<MadeEndpoint>;
  /** All endpoints, the oldest first. */
  list(): Promise<readonly Endpoint[]>;
  /** One endpoint; `endpoint_not_found` if it does not exist. */
  read(endpointId: string): Promise<Endpoint>;
  /** Enables a webhook endpoint: waiting deliveries are sent immediately with all their attempts, and the count of failures restarts at 0 (§6.5). */
  enable(endpointId: string): Promise<Endpoint>;
  /** Disables an endpoint: its events wait, for 7 days (D23). */
  disable(endpointId: string): Promise<Endpoint>;
  /** Deletes a webhook endpoint with its waiting deliveries, and returns it; `endpoint_not_found` when there is none. */
  remove(endpointId: string): Promise<Endpoint>;
  /** Gives an endpoint a new secret. For `overlapMs` deliveries are also signed with the old one, the new one first (D24). An earlier overlap ends now. */
  rotateSecret(endpointId: string, overlapMs?: number): Promise<MadeEndpoint>;
  /**
   * Sends a signed test event of a fictitious booking once, immediately, also to a disabled endpoint. An endpoint without booking events gets the
   * first type that it names. The attempt does not count as a failure or success.
   */
  test(endpointId: string): Promise<ManualDelivery>;
  /** Sends an event again, with the same id and body and a new signature, once, immediately, also to a disabled endpoint. The attempt is not counted. */
  replay(event: {
    /** The endpoint's id, `ep_…`. */
    readonly endpointId: string;
    /** The event's id, `<booking id>:<event type>:<unix seconds>`. */
    readonly eventId: string;
  }): Promise<ManualDelivery>;
  /**
   * Replays the events that failed permanently, oldest first, one after the other, and stops at the first that is rejected again. A disabled endpoint
   * also gets them, and the attempts are not counted.
   */
  replayFailed(
    endpointId: string,
    progress?: (delivered: number, of: number) => void,
  ): Promise<ReplayedFailures>;
  /** The latest deliveries of an endpoint with their attempts, the newest first; at most `limit`, which defaults to 50. */
  deliveries(endpointId: string, limit?: number): Promise<readonly DeliveryRecord[]>;
}

export function webhookActions(app: App): WebhookActions {
  return {
    add: (request) => addEndpoint(app, request),
    /** Without the listening sessions of developers, to which no webhooks are sent. */
    async list() {
      return (await app.storage.records.list('endpoints')).filter((endpoint) => !isListening(endpoint));
    },
    read: (endpointId) => readEndpoint(app, endpointId),
    async enable(endpointId) {
      const endpoint = await change(app, endpointId, (now) => ({
        ...now,
        disabledMs: null,
        failedInARow: 0,
      }));
      await app.storage.outbox.restart(endpointId, 'waiting');
      app.wakeup.ring();
      return endpoint;
    },
    disable(endpointId) {
      const nowMs = app.clock.nowMs();
      return change(app, endpointId, (now) => ({ ...now, disabledMs: now.disabledMs ?? nowMs }));
    },
    async remove(endpointId) {
      const endpoint = await readEndpoint(app, endpointId);
      const isRemoved = await app.storage.records.amend(removal('endpoints', endpointId));
      app.listeners.forget();
      app.wakeup.ring();
      return known(endpointId, isRemoved ? endpoint : null);
    },
    async rotateSecret(endpointId, overlapMs = DAY_MS) {
      if (!Number.isSafeInteger(overlapMs) || overlapMs < 0)
        invalid('overlapMs must be a number of milliseconds, 0 or more', ['overlapMs']);
      const { secret, sealed } = newSecret(app);
      const nowMs = app.clock.nowMs();
      const endpoint = await change(app, endpointId, (now) => {
        const current = now.secrets[0];
        const old = current && overlapMs > 0 ? [{ ...current, endsMs: nowMs + overlapMs }] : [];
        return { ...now, secrets: [{ sealed, endsMs: null }, ...old] };
      });
      return { endpoint, secret };
    },
    async test(endpointId) {
      const endpoint = await readEndpoint(app, endpointId);
      const delivery = testEvent(endpoint, newTestId(app.random), app.clock.nowMs());
      return deliverManually(app, endpoint, delivery, 'test');
    },
    async replay({ endpointId, eventId }) {
      const endpoint = await readEndpoint(app, endpointId);
      const delivery = await app.storage.outbox.find(endpointId, eventId);
      if (!delivery)
        throw new BookingError(
          'event_not_found',
          `endpoint ${endpointId} has no event ${eventId}: list its deliveries`,
          ['event'],
        );
      return deliverManually(app, endpoint, delivery, 'replay');
    },
    replayFailed: (endpointId, progress) => replayFailed(app, endpointId, progress),
    async deliveries(endpointId, limit = 50) {
      await readEndpoint(app, endpointId);
      return app.storage.outbox.ofQueue(endpointId, limit);
    },
  };
}

async function addEndpoint(app: App, request: EndpointRequest): Promise<MadeEndpoint> {
  const { partner, url, eventTypes = null, locationIds = null, includeGuest = false } = request;
  if (partner === null && !locationIds?.length)
    invalid('an endpoint of the operator must name its locations', ['locationIds']);
  if (partner !== null && !isPartnerSlug(partner))
    invalid(`${partner} is not a partner slug: lower-case letters, digits and hyphens, at most 60`, [
      'partner',
    ]);
  if (url.length > WEBHOOK_URL_LENGTH_MAX)
    invalid(`url must have at most ${WEBHOOK_URL_LENGTH_MAX} characters`, ['url']);
  const problem = isListeningUrl(url) ? 'url must be an http or https URL' : app.webhooks?.checkUrl(url);
  if (problem) invalid(problem, ['url']);
  const ids = locationIds && [...new Set(locationIds.map((id) => id.toLowerCase()))];
  await Promise.all((ids ?? []).map((id) => readLocation(app, id)));
  const { secret, sealed } = newSecret(app);
  const endpoint: Endpoint = {
    id: newRecordId('ep', app.random),
    partner,
    url,
    eventTypes: eventTypes && [...new Set(eventTypes)],
    locationIds: ids,
    includeGuest,
    secrets: [{ sealed, endsMs: null }],
    createdMs: app.clock.nowMs(),
    failedInARow: 0,
    disabledMs: null,
  };
  await app.storage.records.amend(insertion('endpoints', endpoint));
  app.listeners.forget();
  return { endpoint, secret };
}

async function readEndpoint(app: App, endpointId: string): Promise<Endpoint> {
  return known(endpointId, await app.storage.records.find('endpoints', { id: endpointId }));
}

/** The result of a manual attempt. */
export interface ManualDelivery {
  /** The id of the event that was posted. */
  readonly eventId: string;
  /** The receiver has answered with 2xx. */
  readonly delivered: boolean;
  /** The attempt with its outcome. */
  readonly attempt: Attempt;
}

/** The result of replaying all events that failed permanently. */
export interface ReplayedFailures {
  /** The number of accepted events. */
  readonly delivered: number;
  /** The number of remaining events: the receiver rejected one, and the replay stopped. */
  readonly left: number;
  /** The rejected attempt; null if all succeeded. */
  readonly refused: ManualDelivery | null;
}

async function replayFailed(
  app: App,
  endpointId: string,
  progress: (delivered: number, of: number) => void = () => undefined,
): Promise<ReplayedFailures> {
  const endpoint = await readEndpoint(app, endpointId);
  const latest = await app.storage.outbox.ofQueue(endpointId, REPLAY_MAX);
  const failed = latest.filter(({ state }) => state === 'failed').toReversed();
  for (const [delivered, delivery] of failed.entries()) {
    const made = await deliverManually(app, endpoint, delivery, 'replay');
    if (!made.delivered) return { delivered, left: failed.length - delivered, refused: made };
    progress(delivered + 1, failed.length);
  }
  return { delivered: failed.length, left: 0, refused: null };
}

/** The number of latest deliveries in which failed ones are looked for. */
const REPLAY_MAX = 100_000;

/** E-mails to guests, developers and the operator. */
export interface MailActions {
  /** The latest e-mails with their attempts, the newest first; at most `limit`. */
  list(limit: number): Promise<readonly DeliveryRecord[]>;
  /** Sends failed e-mails again, on the usual schedule, and returns their number. */
  retry(): Promise<number>;
}

export function mailActions(app: App): MailActions {
  return {
    list: (limit) => app.storage.outbox.ofQueue(MAIL_QUEUE, limit),
    async retry() {
      const restarted = await app.storage.outbox.restart(MAIL_QUEUE, 'failed');
      app.wakeup.ring();
      return restarted;
    },
  };
}

async function deliverManually(
  app: App,
  endpoint: Endpoint,
  delivery: Delivery,
  by: 'replay' | 'test',
): Promise<ManualDelivery> {
  const { webhooks } = app;
  if (!webhooks) throw new BookingError('unavailable', 'this process cannot send webhooks');
  const secrets = signingSecretsOf(app, endpoint)(app.clock.nowMs());
  if (!secrets) invalid('the secret key in the configuration must be the one that encrypted this secret');
  const { answer, attempt } = await postSigned(app, webhooks, { endpoint, delivery, secrets, by });
  await app.storage.outbox.record(delivery, attempt);
  return { eventId: delivery.eventId, delivered: isAccepted(answer), attempt };
}

async function change(
  app: App,
  endpointId: string,
  rule: (endpoint: Endpoint) => Endpoint,
): Promise<Endpoint> {
  await readEndpoint(app, endpointId);
  const changed = await app.storage.records.amend(replacement('endpoints', endpointId, rule));
  app.listeners.forget();
  return known(endpointId, changed);
}

function known(endpointId: string, endpoint: Endpoint | null): Endpoint {
  if (!endpoint || isListening(endpoint))
    throw new BookingError('endpoint_not_found', `there is no endpoint ${endpointId}: list the endpoints`);
  return endpoint;
}

/** A new signing secret (D24), plain and sealed for storage. Throws `invalid_request` without a configured secret key. */
function newSecret(app: App): { readonly secret: string; readonly sealed: string } {
  const key = app.secretKeys[0];
  if (!key) invalid('a secret key must be configured: signing secrets are kept encrypted');
  const secret = signingSecretOf(app.random.bytes(SIGNING_SECRET_BYTES));
  return { secret, sealed: seal(key, secret, app.random.bytes(SEAL_IV_BYTES)) };
}
