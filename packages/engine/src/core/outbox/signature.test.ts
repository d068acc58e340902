import { expect, test } from 'vitest';
import { signatureHeader, signatureOf } from './signature.ts';

const SECRET = 'whsec_test';

test('§6.4 v1 is the lower-case hex of HMAC-SHA256 over t, a dot and the raw body', () => {
  // Made with: printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureOf(SECRET, 1_700_000_000, '{"a":1}')).toBe(
    '38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
  );
  expect(signatureHeader([SECRET], 1_700_000_000, '{"a":1}')).toBe(
    't=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
  );
});
