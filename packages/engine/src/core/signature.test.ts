import { expect, test } from 'vitest';
import { isSignedBy, signatureHeader, signatureOf } from './signature.ts';

const SECRET = 'whsec_test';
const BODY = '{"id":"bk_1:booking.created:1","åäö":"🍽"}';

test('§6.4 v1 is the lower-case hex of HMAC-SHA256 over t, a dot and the raw body', () => {
  // Made with: printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureOf(SECRET, 1_700_000_000, '{"a":1}')).toBe(
    '38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
  );
  expect(signatureHeader([SECRET], 1_700_000_000, '{"a":1}')).toBe(
    't=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
  );
});

test('§6.4 a receiver accepts within 300 seconds either way, and nothing that was changed', () => {
  const header = signatureHeader([SECRET], 1000, BODY);
  for (const [now, accepted] of [
    [1000, true],
    [1300, true],
    [1301, false],
    [700, true],
    [699, false],
  ] as const) {
    expect(isSignedBy(SECRET, header, BODY, now)).toBe(accepted);
  }
  expect(isSignedBy(SECRET, header, `${BODY} `, 1000)).toBe(false);
  expect(isSignedBy('whsec_other', header, BODY, 1000)).toBe(false);
  expect(isSignedBy(SECRET, header.replace('t=1000', 't=1001'), BODY, 1000)).toBe(false);
  for (const broken of [
    '',
    't=1000',
    'v1=',
    't=,v1=',
    't=1000,v1=ff',
    't=x,v1=y',
    header.slice(0, -1),
    '=,=,=',
  ])
    expect(isSignedBy(SECRET, broken, BODY, 1000)).toBe(false);
});

test('D24 while a secret is rotated the header has one v1 for each, and either is accepted', () => {
  const header = signatureHeader(['whsec_new', 'whsec_old'], 1000, BODY);
  expect(header.match(/v1=/g)).toHaveLength(2);
  expect(isSignedBy('whsec_new', header, BODY, 1000)).toBe(true);
  expect(isSignedBy('whsec_old', header, new TextEncoder().encode(BODY), 1000)).toBe(true);
});
