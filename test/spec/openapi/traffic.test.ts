/** The check that holds the traffic of all tests against the OpenAPI document: does it see what is wrong? */
import { openApiDocument } from '@bord/adapter-http';
import { expect, test } from 'vitest';
import { checkDelivery, createTrafficCheck, type Traffic } from '../../support/openapi-traffic.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';

const document = openApiDocument();
const common = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a-1' };
const rate = { 'ratelimit-limit': '120', 'ratelimit-remaining': '119', 'ratelimit-reset': '60' };
const booking = { startsAt: '2026-12-01T18:00:00Z', partySize: 2, name: 'Alva', email: 'alva@example.com' };
const made = { id: 'bk_1', startsAt: '2026-12-01T18:00:00Z', status: 'confirmed', partnerBookingRef: null };
const error = (statusCode: number, name: string) => ({ statusCode, message: 'No.', error: name });

interface Given {
  readonly method?: string;
  readonly path?: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A create that succeeds, unless `given` differs. */
function traffic(given: Given = {}): Traffic {
  const { method = 'POST', path = `/locations/${DEMO_ID}/bookings`, status = 201 } = given;
  const { sent = booking, headers = { ...common, ...rate }, body = made } = given;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    path: BASE + path,
    sent: JSON.stringify(sent),
    status,
    headers: new Headers(headers),
    text,
  };
}

const day = `/locations/${DEMO_ID}/availability?date=2026-12-01&partySize=2`;
const slot = { slot: '2026-12-01T18:00:00Z', available: true, remainingCovers: 2 };
const availability = { locationId: DEMO_ID, date: '2026-12-01', timezone: 'Europe/Stockholm', slots: [slot] };
const exchange = { method: 'GET', path: day, status: 200, body: availability };
const refused = { ...error(409, 'Conflict'), reason: 'tables' };

const right: Record<string, Given> = {
  'a booking': {},
  'a day': exchange,
  HEAD: { ...exchange, method: 'HEAD', body: '' },
  'a refusal': { status: 409, body: refused },
  'no key': {
    status: 401,
    headers: { ...common, 'www-authenticate': 'Bearer' },
    body: error(401, 'Unauthorized'),
  },
  'an unknown path': { path: '/nowhere', status: 404, headers: common, body: error(404, 'Not Found') },
  'a wrong method': {
    method: 'PUT',
    status: 405,
    headers: { ...common, allow: 'POST' },
    body: error(405, 'Method Not Allowed'),
  },
  'switched off': {
    status: 503,
    headers: { ...common, 'retry-after': '30' },
    body: error(503, 'Service Unavailable'),
  },
  'another server’s page': { path: '/../../healthz', status: 418, headers: {}, body: 'x' },
};

test.each(Object.entries(right))('an exchange that matches the document passes: %s', (_, given) => {
  createTrafficCheck()(traffic(given));
});

const wrong: Record<string, [fault: RegExp, given: Given]> = {
  'an undocumented status': [/the status is not documented/, { status: 202 }],
  'a status of another endpoint': [
    /the status is not documented/,
    { ...exchange, status: 409, body: refused },
  ],
  'a wrong type': [/\/partnerBookingRef must be string,null/, { body: { ...made, partnerBookingRef: 7 } }],
  'an unknown state': [/\/status must be equal to one of/, { body: { ...made, status: 'maybe' } }],
  'a missing field': [/must have required property 'id'/, { body: { ...made, id: undefined } }],
  'a field too many': [/unevaluated properties \("token"\)/, { body: { ...made, token: 'x' } }],
  'a field too many, deep inside': [
    /\/slots\/0 must NOT have unevaluated properties \("table"\)/,
    { ...exchange, body: { ...availability, slots: [{ ...slot, table: 'T1' }] } },
  ],
  'a malformed instant': [
    /\/startsAt must match format "date-time"/,
    { body: { ...made, startsAt: 'tonight' } },
  ],
  'no JSON': [/the body is not JSON/, { body: '<p>' }],
  'not declared as JSON': [
    /not declared as JSON/,
    { headers: { ...common, ...rate, 'content-type': 'text/plain' } },
  ],
  'a body on HEAD': [/HEAD has a body/, { ...exchange, method: 'HEAD' }],
  'another status in the body': [
    /must be equal to constant \(400\)/,
    { status: 400, body: error(404, 'Bad') },
  ],
  'an internal word in an error': [
    /unevaluated properties \("stack"\)/,
    { status: 400, body: { ...error(400, 'Bad Request'), stack: 'at x' } },
  ],
  'a refusal without its reason': [
    /must have required property 'reason'/,
    { status: 409, body: error(409, 'C') },
  ],
  'no stand of the limit': [/the header RateLimit-Remaining is missing/, { headers: common }],
  'no request id': [
    /the header X-Request-Id is missing/,
    { headers: { ...rate, 'content-type': 'application/json' } },
  ],
  'a stand that is no number': [
    /RateLimit-Reset: soon/,
    { headers: { ...common, ...rate, 'ratelimit-reset': 'soon' } },
  ],
  '429 without Retry-After': [
    /the header Retry-After is missing/,
    { status: 429, body: error(429, 'Too Many Requests') },
  ],
  '503 without Retry-After': [
    /the header Retry-After is missing/,
    { status: 503, headers: common, body: error(503, 'Service Unavailable') },
  ],
  '401 that counts': [
    /RateLimit-Limit is not documented/,
    {
      status: 401,
      headers: { ...common, ...rate, 'www-authenticate': 'Bearer' },
      body: error(401, 'Unauthorized'),
    },
  ],
  'Retry-After where nobody waits': [
    /Retry-After is not documented/,
    { headers: { ...common, ...rate, 'retry-after': '1' } },
  ],
  '405 without Allow': [
    /the header Allow is missing/,
    { method: 'PUT', status: 405, headers: common, body: error(405, 'Method Not Allowed') },
  ],
  'an answer where there is nothing': [/the status is not documented/, { path: '/nowhere' }],
  'an accepted request that the document forbids': [
    /accepted, although the body: \/partySize must be integer/,
    { sent: { ...booking, partySize: '2' } },
  ],
  'an accepted query that the document forbids': [
    /\?date must match format "date"/,
    { ...exchange, path: day.replace('2026-12-01', 'today') },
  ],
};

test.each(Object.entries(wrong))(
  'an exchange that differs from the document fails: %s',
  (_, [fault, given]) => {
    expect(() => createTrafficCheck()(traffic(given))).toThrow(fault);
  },
);

test('D10 the second answer that makes the same booking fails unless it says that it is a replay', () => {
  const check = createTrafficCheck();
  check(traffic({ headers: { ...common, ...rate, 'idempotent-replayed': 'true' } })); // may come first
  check(traffic());
  check(traffic({ headers: { ...common, ...rate, 'idempotent-replayed': 'true' } }));
  expect(() => check(traffic())).toThrow(/Idempotent-Replayed is missing/);
  check(traffic({ body: { ...made, id: 'bk_2' } }));
});

test('the message names the request, its fault and the answer', () => {
  expect(() => createTrafficCheck()(traffic({ status: 202 }))).toThrow(
    /^not as the OpenAPI document says: POST \/v1\/partner-api\/locations\/.*\/bookings → 202\n- the status is not documented; 201, 400, 401, 403, 409, 429, 500, 503 are\n\{"id":"bk_1"/,
  );
});

test('the check follows the document: what another one says is held against that', () => {
  const path = '/locations/{locationId}/bookings';
  const { post } = document.paths[path]!;
  const { 201: _, ...responses } = post!.responses;
  const other = { ...document, paths: { ...document.paths, [path]: { post: { ...post!, responses } } } };
  expect(() => createTrafficCheck(other)(traffic())).toThrow(/the status is not documented/);
});

const id = 'bk_1:booking.created:1796030000';
const event = {
  id,
  type: 'booking.created',
  created: 1_796_030_000,
  data: {
    bookingId: 'bk_1',
    locationId: DEMO_ID,
    status: 'confirmed',
    startsAt: '2026-12-01T18:00:00Z',
    endsAt: '2026-12-01T19:30:00Z',
    partySize: 2,
    source: 'partner',
    channel: 'partner:acme',
    partnerBookingRef: null,
    guest: null,
  },
};
const delivered = {
  'content-type': 'application/json',
  'x-partner-event-id': id,
  'x-partner-signature': `t=1796030001,v1=${'a'.repeat(64)}`,
};

test('§6.2 §6.3 a webhook is held against the document too', () => {
  const deliver = (headers: object, body: object): void =>
    checkDelivery({ ...delivered, ...headers }, Buffer.from(JSON.stringify(body)));
  deliver({}, event);
  deliver({}, { ...event, data: { ...event.data, guest: { name: 'Alva', email: 'a@b.se', phone: null } } });
  const faults: [RegExp, object, object][] = [
    [/no webhook/, {}, { ...event, type: 'booking.deleted' }],
    [/x-partner-signature must match pattern/, { 'x-partner-signature': 't=1' }, event],
    [/x-partner-event-id is not the id/, { 'x-partner-event-id': 'other' }, event],
    [/not declared as JSON/, { 'content-type': 'text/plain' }, event],
    [
      /\/data must NOT have unevaluated properties \("tables"\)/,
      {},
      { ...event, data: { ...event.data, tables: [] } },
    ],
    [/\/data\/guest/, {}, { ...event, data: { ...event.data, guest: { name: 'Alva' } } }],
    [/\/id must match pattern/, { 'x-partner-event-id': 'x' }, { ...event, id: 'x' }],
  ];
  for (const [fault, headers, body] of faults) expect(() => deliver(headers, body)).toThrow(fault);
});
