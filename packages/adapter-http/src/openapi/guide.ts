import { limits, type Scope, SCOPES } from '@bord/engine';
import { DEFAULT_RETRY_DELAYS_SECONDS } from '@bord/engine/adapters';
import { errorBody } from '../http/errors.ts';
import { firstMinutesText, SANDBOX_TEXT } from './first-minutes.ts';

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const SCOPE_GRANTS = {
  'availability:read': 'single and batch availability',
  'bookings:read': 'read a booking',
  'bookings:write': 'book and cancel',
  'menu:read': 'read a menu',
} as const satisfies Record<Scope, string>;

const scopes = SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_GRANTS[scope]}`).join('\n');

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'start',
    title: 'First five minutes',
    text: firstMinutesText(),
  },
  {
    id: 'sandbox',
    title: 'The sandbox',
    text: SANDBOX_TEXT,
  },
  {
    id: 'authentication',
    title: 'Authentication',
    text: `Every request carries a key, in one of two equivalent headers:

\`\`\`http
Authorization: Bearer bord_live_…
x-partner-key: bord_live_…
\`\`\`

A key is a secret of your servers: never put it into an app or a web page. Production keys begin with \`bord_live_\`, sandbox keys with \`bord_test_\`. You see a key once; only its hash is stored.

The scopes of a key define its permissions:

${scopes}

A key has a location list. At other locations, availability and booking are 403, and reading or cancelling a booking is 404, whether or not it exists. A key without a list can book anywhere, but cannot read or cancel. All keys of a partner see the same bookings: those of the partner’s channel.`,
  },
  {
    id: 'times',
    title: 'Times and dates',
    text: `Times are instants: answers have them in UTC with \`Z\` and whole seconds, requests may use any offset, and a time without an offset is 400. \`timezone\` says where the restaurant is, so that you can show its local time.

A \`date\` is a service date: the local date on which a period of opening hours began. A table at half past midnight on Saturday night belongs to Saturday.`,
  },
  {
    id: 'errors',
    title: 'Errors',
    text: `Every answer from 400 on has the same shape:

\`\`\`json
${JSON.stringify(errorBody('booking_not_found'), null, 2)}
\`\`\`

Branch on \`statusCode\`, or on \`code\`, which identifies the cause. \`docs\` leads to the entry of the code in the list below. \`message\` is for people; it may change, and some of it is in Swedish. Later versions can add codes.

- \`400\`: the request is malformed, and \`errors\` names each field at fault; or the booking is over and cannot be cancelled
- \`401\`: the key is missing or invalid; \`message\` names the fault
- \`403\`: the key lacks the scope, may not see the location, or has no list of locations
- \`404\`: the booking, the menu or the path does not exist, or the key has no access
- \`405\`: the path does not support the method; \`Allow\` lists those that it supports
- \`409\`: the time is not available; \`reason\` gives the cause
- \`429\`: too many requests; wait for \`Retry-After\` seconds
- \`500\`: an error of the server
- \`503\`: switched off or temporarily unavailable; wait for \`Retry-After\` seconds

A malformed request is 400; a well-formed request for an unavailable time is 409. The server checks in this order and answers the first failure: 503 API switched off, 401 key, 429 rate limit, 403 scope, 400 path, 403 location, 400 query or body, then the errors of the operation.

\`GET\` endpoints answer \`HEAD\` too. A path with an additional slash is 404: in \`/bookings/\`, the id is empty. A body is JSON in UTF-8 with at most 64 KiB.

Every answer carries \`x-request-id\`. Send this header yourself to find a request in the operator’s log.`,
  },
  {
    id: 'limits',
    title: 'Limits',
    text: `A key makes ${limits.RATE_LIMIT_DEFAULT} requests in a window of ${limits.RATE_WINDOW_SECONDS} seconds, unless the operator has agreed on more with you. The window begins with its first request. Every answer to a known key shows its rate limit in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds until the window ends). Beyond the limit the answer is 429.

429 and 503 carry \`Retry-After\`, in seconds. Wait for this time, then send the same request again, a booking with the same \`idempotencyKey\`. Do the same without an answer.`,
  },
  {
    id: 'versions',
    title: 'Versions',
    text: `The path contains the version: \`/v1/partner-api\`. Later releases can add operations, optional fields and values of \`reason\`; ignore unknown ones. A breaking change gets a new path. v1 then continues in parallel, and its end is announced.

- **v1, 2026-07**: first release. Single and batch availability, booking, reading and cancelling, menus, signed webhooks.
- **v1, 2026-11**: \`reason\` in 409 and, with \`explain=true\`, in availability; \`errors\` in 400; \`Ignored-Fields\` for sandbox keys; rate-limit headers; this document.`,
  },
];

const delays = DEFAULT_RETRY_DELAYS_SECONDS.map((s) => (s < 60 ? `${s} s` : `${s / 60} min`)).join(', ');

/** How to receive webhooks (§6). */
export const WEBHOOK_TEXT = `When one of your bookings changes, the service sends an event to your webhook endpoint. The operator registers the endpoint and gives you its secret, \`whsec_…\`, once. An endpoint can be limited to some event types and locations. Without a list of types it gets booking events; \`waitlist.offered\` and \`availability.changed\` must be named. Events contain guest data only with a processing agreement; otherwise \`guest\` is null.

Answer 2xx within 5 seconds, and do the work afterwards. Any other answer, also a redirect, is a failure: the event is sent again after ${delays}. After ${limits.FAILED_EVENTS_MAX} consecutive events that failed permanently, the endpoint is disabled. Its events wait ${limits.EVENTS_WAIT_DAYS} days for it to be enabled again.

For each delivery:

1. Check the signature on the raw body, before anything parses it, and compare in constant time.
2. Reject a delivery whose \`t\` is more than ${limits.SIGNATURE_TOLERANCE_SECONDS} seconds from now. Every attempt has a new signature, so \`t\` is the time of the attempt.
3. Store \`x-partner-event-id\`, and answer 2xx to a known one: an event can arrive more than once. Events can arrive in another order; \`created\` gives the right order, and \`GET /bookings/{bookingId}\` the current state of the booking.

\`v1\` is the lower-case hex of HMAC-SHA256, with your secret, over \`t\`, a dot and the raw body. During a rotation of the secret there are several \`v1\`, newest first: one match is enough.

To test your endpoint, ask the operator for a test event: it is signed like any other, and its \`partnerBookingRef\` is \`test\`.`;
