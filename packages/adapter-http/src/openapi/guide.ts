import { DEFAULT_RETRY_DELAYS_SECONDS, limits, type Scope, SCOPES } from '@bord/engine';
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
    text: `Every request carries a key, in one of two headers; which one makes no difference (§5.1):

\`\`\`http
Authorization: Bearer bord_live_…
x-partner-key: bord_live_…
\`\`\`

A key is a secret of your servers: never put it into an app or a web page. Production keys begin with \`bord_live_\`, sandbox keys with \`bord_test_\`. You see a key once; only its hash is stored.

What a key may do is said by its scopes (§5.3):

${scopes}

A key has a list of locations. Others are 403 for availability and booking, and 404 for bookings that are read or cancelled: whether such a booking exists is not revealed (§5.5). A key without a list can book anywhere, and neither read nor cancel (§5.6). All keys of a partner see the same bookings, those of the partner’s own channel.`,
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
- \`401\`: no key, or none that is valid; \`message\` says what is wrong with how it was sent
- \`403\`: the key lacks the scope, may not see the location, or has no list of locations
- \`404\`: no such booking or menu, none that you may see, or nothing at this path
- \`405\`: the path does not know the method; \`Allow\` says which it knows
- \`409\`: the time cannot be had; \`reason\` says why
- \`429\`: too many requests; \`Retry-After\` says how long to wait
- \`500\`: a fault on our side
- \`503\`: switched off, or not able to answer right now; \`Retry-After\` says how long to wait

What is malformed is 400; what is well formed and cannot be had is 409. Checks are made in this order, and the first that fails is answered: 503 the API is switched off, 401 the key, 429 the rate limit, 403 the scope, 400 the path, 403 the location, 400 the query or the body, then what the endpoint itself has to say.

\`GET\` endpoints answer \`HEAD\` too. A path with an additional slash is 404: in \`/bookings/\`, the id is empty. A body is JSON in UTF-8 with at most 64 KiB.

Every answer carries \`x-request-id\`. Send one of your own to find a request again in the operator’s log.`,
  },
  {
    id: 'limits',
    title: 'Limits',
    text: `A key makes ${limits.RATE_LIMIT_DEFAULT} requests in a window of ${limits.RATE_WINDOW_SECONDS} seconds, unless the operator has agreed on more with you. The window begins with its first request. Every answer to a known key tells how it stands, in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds until the window ends). Beyond the limit the answer is 429.

429 and 503 carry \`Retry-After\`, in seconds. Wait so long, then send the same request again, a booking with the same \`idempotencyKey\`. When an answer does not come at all, do the same.`,
  },
  {
    id: 'versions',
    title: 'Versions',
    text: `The version stands in the path: \`/v1/partner-api\`. Within it, endpoints, optional fields and values of \`reason\` may be added; ignore what you do not know. Whatever could break a client comes under a new path, and v1 keeps running beside it, with notice before it ends (§9).

- **v1, 2026-07**: first release. Single and batch availability, booking, reading and cancelling, menus, signed webhooks.
- **v1, 2026-11**: \`reason\` in 409 and, with \`explain=true\`, in availability; \`errors\` in 400; \`Ignored-Fields\` for sandbox keys; rate-limit headers; this document.`,
  },
];

const delays = DEFAULT_RETRY_DELAYS_SECONDS.map((s) => (s < 60 ? `${s} s` : `${s / 60} min`)).join(', ');

/** How webhooks are received (§6). */
export const WEBHOOK_TEXT = `When one of your bookings changes, the service posts an event to your endpoint. The operator registers the endpoint and gives you its secret, \`whsec_…\`, once. An endpoint can be limited to some event types and some locations; one without a list of types hears of bookings, and what is told beside them (\`waitlist.offered\`, \`availability.changed\`) only by name. Guest data comes along only where a processing agreement exists; else \`guest\` is null.

Answer 2xx within 5 seconds, and do the work afterwards. Anything else, a redirect too, is a failure: the event is sent again after ${delays}. After ${limits.FAILED_EVENTS_MAX} events in a row that failed for good the endpoint is disabled; its events wait ${limits.EVENTS_WAIT_DAYS} days for it to be enabled again.

For each delivery (§6.4):

1. Check the signature on the raw body, before anything parses it, and compare in constant time.
2. Refuse a delivery whose \`t\` is more than ${limits.SIGNATURE_TOLERANCE_SECONDS} seconds from now. Every attempt is signed afresh, so \`t\` is the time of the attempt.
3. Remember \`x-partner-event-id\`, and answer 2xx to one that you have seen: an event may come more than once. Events may also overtake each other; \`created\` tells their order, and \`GET /bookings/{bookingId}\` how the booking stands.

\`v1\` is the lower-case hex of HMAC-SHA256, with your secret, over \`t\`, a dot and the raw body. While a secret is being rotated there are several \`v1\`, the newest first: one that matches is enough.

To see whether all of this works, ask the operator for a test event: it is signed like any other, and its \`partnerBookingRef\` is \`test\`.`;
