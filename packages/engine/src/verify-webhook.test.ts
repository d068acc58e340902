import { expect, test } from 'vitest';
import { signatureHeader, signatureOf } from './core/outbox/signature.ts';
import { verifyWebhook, WebhookError, type WebhookFault } from './verify-webhook.ts';
import type { WebhookEvent } from './core/outbox/webhook-events.ts';

const SECRET = 'whsec_test';
const BODY = '{"id":"bk_1:booking.created:1","type":"booking.created","created":1,"data":{"åäö":"🍽"}}';

function faultOf(
  signature: string | null | undefined,
  rawBody = BODY,
  nowSeconds = 1000,
): WebhookFault | null {
  try {
    verifyWebhook({ secret: SECRET, signature, rawBody, nowSeconds });
    return null;
  } catch (error) {
    if (error instanceof WebhookError) return error.fault;
    throw error;
  }
}

test('§6.4 a receiver accepts deliveries within 300 seconds in either direction, and reads the event', () => {
  const signature = signatureHeader([SECRET], 1000, BODY);
  for (const [now, fault] of [
    [1000, null],
    [1300, null],
    [1301, 'too_old'],
    [700, null],
    [699, 'too_old'],
  ] as const) {
    expect(faultOf(signature, BODY, now)).toBe(fault);
  }
  const event = verifyWebhook({ secret: SECRET, signature, rawBody: Buffer.from(BODY), nowSeconds: 1000 });
  expect(event).toEqual(JSON.parse(BODY));
});

test('§6.4 a receiver rejects changed deliveries and invalid signature headers', () => {
  const signature = signatureHeader([SECRET], 1000, BODY);
  expect(faultOf(signature, `${BODY} `)).toBe('signature_wrong');
  expect(faultOf(signatureHeader(['whsec_other'], 1000, BODY))).toBe('signature_wrong');
  expect(faultOf(signature.replace('t=1000', 't=1001'))).toBe('signature_wrong');
  expect(faultOf(signature.slice(0, -1))).toBe('signature_wrong');
  expect(faultOf(signature.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='))).toBe('signature_wrong');
  expect(faultOf('t=1000,v1=')).toBe('signature_wrong');
  for (const none of [
    null,
    undefined,
    '',
    't=1000',
    'v1=',
    't=,v1=',
    't=x,v1=y',
    '=,=,=',
    't=1e3,v1=ff',
    't=-1,v1=ff',
  ])
    expect(faultOf(none), String(none)).toBe('signature_missing');
  for (const body of ['', 'null', '[]', '{"id":1}', 'no JSON'])
    expect(faultOf(signatureHeader([SECRET], 1000, body), body)).toBe('body_invalid');
});

test('D24 during a rotation either secret is accepted, on both sides', () => {
  const both = signatureHeader(['whsec_new', SECRET], 1000, BODY);
  expect(both).toMatch(/^t=1000,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  expect(both.indexOf(signatureOf('whsec_new', 1000, BODY))).toBeLessThan(
    both.indexOf(signatureOf(SECRET, 1000, BODY)),
  );
  expect(faultOf(both)).toBeNull();
  const received = { signature: signatureHeader([SECRET], 1000, BODY), rawBody: BODY, nowSeconds: 1000 };
  expect(verifyWebhook({ ...received, secret: ['whsec_new', SECRET] }).type).toBe('booking.created');
});

test('D30 D37 a reader of the three booking types is exhaustive, and so is one with further named types', () => {
  const read = (text: string) => {
    const signature = signatureHeader([SECRET], 1000, text);
    const received = { secret: SECRET, signature, rawBody: text, nowSeconds: 1000 };
    return { received, event: verifyWebhook(received) };
  };
  const never = (type: never): string => `a type that is unknown: ${String(type)}`;
  /** Does not compile once `WebhookEvent` has a fourth type. */
  const bookingOf = ({ type, data }: WebhookEvent): string => {
    switch (type) {
      case 'booking.created':
      case 'booking.updated':
      case 'booking.cancelled':
        return data.bookingId;
      default:
        return never(type);
    }
  };
  const created = { id: 'bk_1:booking.created:1', type: 'booking.created', data: { bookingId: 'bk_1' } };
  expect(bookingOf(read(JSON.stringify(created)).event)).toBe('bk_1');

  const changed = { id: 'av_1:availability.changed:1', type: 'availability.changed' };
  const { received } = read(JSON.stringify({ ...changed, data: { locationId: 'l', dates: ['2026-12-01'] } }));
  const named = verifyWebhook({ ...received, named: ['availability.changed', 'waitlist.offered'] });
  switch (named.type) {
    case 'availability.changed':
      expect(named.data.dates).toEqual(['2026-12-01']);
      break;
    case 'waitlist.offered':
      expect.unreachable(named.data.holdId);
      break;
    case 'booking.created':
    case 'booking.updated':
    case 'booking.cancelled':
      expect.unreachable(bookingOf(named));
      break;
    default:
      never(named);
  }
});
