/** The page of webhook events, from the OpenAPI document and the engine's list of types. */
import {
  EVENT_TYPES,
  type EventType,
  SPECIFIED_EVENT_TYPES,
} from '../../packages/engine/src/core/outbox/event-type.ts';
import { anchor, code, noteOf, page, table } from './markdown.ts';
import { fieldTable, openApi, refName, schemaOf } from './schema.ts';

/** The changes after which an event is sent. `test/docs/events.test.ts` makes each of them. */
export const TRIGGERS: Readonly<Record<EventType, readonly string[]>> = {
  'booking.created': [
    'a booking was created by the partner, or by the restaurant for endpoints of the operator',
    'a hold was confirmed',
    'a waitlist entry became a booking',
  ],
  'booking.updated': [
    'the booking was moved by the partner, the guest or the restaurant: time, party size, or both',
    'the stay was made longer or shorter',
    'the party left, or the booking was marked as completed or as a no-show',
    'such a change was undone',
    'name, e-mail address or phone number of the guest was changed; only endpoints that receive guest data',
  ],
  'booking.cancelled': ['the booking was cancelled by the partner, the guest or the restaurant'],
  'waitlist.offered': ['a waiting party of the partner was offered a table, which is held until `expiresAt`'],
  'availability.changed': [
    'a booking or hold was created, moved, cancelled or released, or a stay changed',
    'a table was blocked or unblocked',
    'the restaurant changed its plan or its closures',
  ],
};

export function eventsPage(): string {
  const all = EVENT_TYPES.map((type) => ({
    type,
    name: refName(schemaOf(openApi.webhooks[type]!.post.requestBody)!)!,
  }));
  const isSpecified = (type: EventType): boolean => SPECIFIED_EVENT_TYPES.some((one) => one === type);
  return page([
    noteOf('packages/adapter-http/src/openapi and scripts/reference/events.ts'),
    '# Events',
    'This page lists the webhook events with their triggers and fields, for developers of a booking partner. [Receive webhooks](../partners/webhooks.md) describes signatures, retries and tests.',
    table(
      ['type', 'sent to', 'body'],
      all.map(({ type, name }) => [
        `${anchor(type)}${code(type)}`,
        isSpecified(type)
          ? 'endpoints without a list of types, and endpoints that name it'
          : 'endpoints that name it',
        `[${name}](#${name.toLowerCase()})`,
      ]),
    ),
    '## Triggers',
    table(
      ['type', 'sent when'],
      all.flatMap(({ type }) => TRIGGERS[type].map((trigger) => [code(type), trigger])),
    ),
    ...[...new Set(all.map(({ name }) => name))].flatMap((name) => [
      `## ${name}`,
      fieldTable(openApi.components.schemas[name]!, (other) => `api.md#${other.toLowerCase()}`),
    ]),
  ]);
}
