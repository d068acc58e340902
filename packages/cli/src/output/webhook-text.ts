import {
  type Attempt,
  type DeliveryRecord,
  type Endpoint,
  formatInstant,
  type MadeEndpoint,
} from '@bord/engine';
import { SPECIFIED_EVENT_TYPES } from '@bord/engine/adapters';
import { factsText, tableText } from './layout.ts';
import { plain } from './plain.ts';
import { paint } from './terminal.ts';
import { momentText } from './times.ts';

/** Without its secrets, which are stored sealed. */
export function endpointJson(endpoint: Endpoint) {
  const { id, partner, url, eventTypes, locationIds, includeGuest, createdMs, failedInARow, disabledMs } =
    endpoint;
  return {
    id,
    partner,
    url,
    events: eventTypes ?? SPECIFIED_EVENT_TYPES,
    locations: locationIds,
    includeGuest,
    enabled: disabledMs === null,
    disabledAt: disabledMs === null ? null : formatInstant(disabledMs),
    failedInARow,
    createdAt: formatInstant(createdMs),
  };
}

/** An endpoint with a new secret: this is the only time that it is shown. */
export function madeEndpointAnswer({ endpoint, secret }: MadeEndpoint) {
  const oldEndsMs = endpoint.secrets[1]?.endsMs ?? null;
  return {
    json: { ...endpointJson(endpoint), secret },
    text: () =>
      [
        `Endpoint ${endpoint.id} of ${ownerText(endpoint, paint.bold)}: ${plain(endpoint.url)}`,
        `receives ${receivedText(endpoint)}.`,
        '',
        `  ${paint.bold(paint.green(secret))}`,
        '',
        paint.yellow('Keep the secret now. It is shown this once; Bord keeps it encrypted.'),
        ...(oldEndsMs === null ? [] : [`The old secret signs too until ${momentText(oldEndsMs)}.`]),
        '',
        'Try it:',
        `  bord webhooks test ${endpoint.id}`,
      ].join('\n'),
  };
}

/** `partner acme`, `the operator` */
export function ownerText({ partner }: Endpoint, shown = (slug: string): string => slug): string {
  return partner === null ? 'the operator' : `partner ${shown(partner)}`;
}

/** `every change of bookings of every location, guests included` */
function receivedText({ eventTypes, locationIds, includeGuest }: Endpoint): string {
  const events = eventTypes === null ? 'every change of bookings' : eventTypes.join(', ');
  const locationsText = locationIds === null ? 'every location' : countText(locationIds.length, 'location');
  return `${events} of ${locationsText}${includeGuest ? ', guests included' : ''}`;
}

export function endpointsText(endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0) return 'There are no endpoints yet: bord webhooks add makes one.';
  const rows = endpoints.map((endpoint) => [
    endpoint.id,
    endpoint.partner ?? '(operator)',
    stateText(endpoint),
    eventsText(endpoint),
    endpoint.locationIds === null ? 'all' : String(endpoint.locationIds.length),
    endpoint.includeGuest ? 'yes' : 'no',
    plain(endpoint.url),
  ]);
  return tableText(['id', 'partner', 'state', 'events', 'locations', 'guests', 'url'], rows);
}

/** `bookings`; of one that names its types these, those of bookings without `booking.`: `created, cancelled, availability.changed` */
function eventsText({ eventTypes }: Endpoint): string {
  return eventTypes?.map((type) => type.replace(/^booking\./, '')).join(', ') ?? 'bookings';
}

/** `enabled`, `failing (12 in a row)`, `disabled` */
function stateText({ disabledMs, failedInARow }: Endpoint): string {
  if (disabledMs !== null) return paint.red('disabled');
  return failedInARow > 0 ? paint.yellow(`failing (${failedInARow} in a row)`) : 'enabled';
}

export function attemptJson({ atMs, durationMs, by, outcome, status, responseExcerpt }: Attempt) {
  return { at: formatInstant(atMs), durationMs, by, outcome, status, said: responseExcerpt };
}

export function deliveryJson(delivery: DeliveryRecord) {
  const { eventId, locationId, bookingId, state, createdMs, dueMs, attempts } = delivery;
  return {
    event: eventId,
    booking: bookingId,
    location: locationId,
    state,
    createdAt: formatInstant(createdMs),
    nextAttemptAt: state === 'waiting' ? formatInstant(dueMs) : null,
    attempts: attempts.map(attemptJson),
  };
}

/** `status 500 in 12 ms, “out of order”` */
export function attemptText({ outcome, status, durationMs, responseExcerpt }: Attempt): string {
  const what =
    outcome === 'delivered' || outcome === 'redirect' ? `status ${status}` : outcome.replaceAll('_', ' ');
  const words = plain(responseExcerpt.trim().slice(0, RESPONSE_EXCERPT_MAX));
  return `${what} in ${durationMs} ms${words === '' ? '' : `, “${words}”`}`;
}

const RESPONSE_EXCERPT_MAX = 80;

export function deliveriesText(endpoint: Endpoint, deliveries: readonly DeliveryRecord[]): string {
  const head = factsText({
    endpoint: endpoint.id,
    partner: endpoint.partner ?? '(operator)',
    state: stateText(endpoint),
    url: plain(endpoint.url),
  });
  if (deliveries.length === 0) return `${head}\n\nNo event has been sent to it yet.`;
  const lines = deliveries.flatMap((delivery) => [
    `${stateMark(delivery)}  ${delivery.eventId}${nextText(endpoint, delivery)}`,
    ...delivery.attempts.map((attempt) =>
      paint.dim(`    ${momentText(attempt.atMs, 'seconds')}  ${byText(attempt)}${attemptText(attempt)}`),
    ),
  ]);
  return [head, '', ...lines].join('\n');
}

function byText({ by }: Attempt): string {
  return by === 'worker' ? '' : `${by}: `;
}

function stateMark({ state }: DeliveryRecord): string {
  const text = state.padEnd('delivered'.length);
  if (state === 'delivered') return paint.green(text);
  return state === 'failed' ? paint.red(text) : paint.yellow(text);
}

function nextText({ disabledMs }: Endpoint, { state, dueMs }: DeliveryRecord): string {
  if (state !== 'waiting') return '';
  return disabledMs === null
    ? `, next attempt ${momentText(dueMs)}`
    : ', waits until the endpoint is enabled';
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
