import { expect, test } from 'vitest';
import { aBooking, aCaller, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import {
  assertLocation,
  assertScope,
  channelOf,
  isPartnerSlug,
  isVisible,
  sandboxPartnerOf,
  SCOPES,
  visibilityOf,
} from './policy.ts';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

test('§5.3 §5.4 a key can do what its scopes allow, and the operator everything', () => {
  for (const scope of SCOPES) {
    assertScope('operator', scope);
    assertScope(aCaller({ scopes: [scope] }), scope);
    const others = SCOPES.filter((other) => other !== scope);
    expect(() => assertScope(aCaller({ scopes: others }), scope)).toThrow(
      expect.objectContaining({ code: 'missing_scope', message: expect.stringContaining(`\`${scope}\``) }),
    );
  }
});

test('§5.5 §5.6 a key with a list is limited to it; one without a list books anywhere and reads no bookings', () => {
  assertLocation('operator', OTHER_LOCATION_ID);
  assertLocation(aCaller(), LOCATION_ID);
  assertLocation(aCaller({ locationIds: null }), OTHER_LOCATION_ID);
  for (const given of [{}, { locationIds: [] }])
    expect(() => assertLocation(aCaller(given), OTHER_LOCATION_ID)).toThrow(code('location_forbidden'));
  expect(() => visibilityOf(aCaller({ locationIds: null }))).toThrow(code('location_list_missing'));
});

test("§5.7 D13 D19 a partner sees its own channel's bookings at its locations, made with any of its keys", () => {
  const visibility = visibilityOf(aCaller({ keyId: 'another key' }));
  expect(isVisible(aBooking('b'), visibility)).toBe(true);
  expect(isVisible(aBooking('b', { channel: 'partner:acme2' }), visibility)).toBe(false);
  expect(isVisible(aBooking('b', { channel: 'operator' }), visibility)).toBe(false);
  expect(isVisible(aBooking('b', { locationId: OTHER_LOCATION_ID }), visibility)).toBe(false);
  expect(isVisible(aBooking('b', { channel: 'operator' }), visibilityOf('operator'))).toBe(true);
  expect([channelOf('operator'), channelOf(aCaller())]).toEqual(['operator', 'partner:acme']);
});

test('D19 D20 a slug has lower-case letters, digits and inner hyphens; that of a sandbox key is derived from its id', () => {
  const ok = ['a', '9', 'a-b', 'acme2', 'x'.repeat(60)];
  const wrong = ['', '-a', 'a-', 'Acme', 'å', 'a b', 'a:b', 'x'.repeat(61), 'a\n'];
  expect(ok.filter((slug) => !isPartnerSlug(slug))).toEqual([]);
  expect(wrong.filter((slug) => isPartnerSlug(slug))).toEqual([]);
  expect(sandboxPartnerOf('Ab1')).toBe('sandbox-ab1');
});
