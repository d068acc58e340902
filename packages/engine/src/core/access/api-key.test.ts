import { expect, test } from 'vitest';
import { apiKeyHashOf, apiKeyHintOf, apiKeyOf, isApiKey } from './api-key.ts';

const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

test('§2.12 a key begins with the service’s prefix, and only its hash is stored', () => {
  const key = apiKeyOf('live', bytes(7));
  expect(key).toMatch(/^bord_live_[0-9A-Za-z]{49}$/);
  expect(apiKeyOf('test', bytes(7))).toMatch(/^bord_test_/);
  expect(apiKeyHashOf(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(apiKeyHintOf(key)).toBe(`bord_live_…${key.slice(-4)}`);
});

test('§5.2 the checksum rejects a mistyped key, for an error at any position', () => {
  for (const key of [apiKeyOf('live', bytes(0)), apiKeyOf('test', bytes(255)), apiKeyOf('live', bytes(99))]) {
    expect(isApiKey(key)).toBe(true);
    for (let i = 0; i < key.length; i++) {
      expect(isApiKey(key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1))).toBe(false);
    }
    expect(isApiKey(`${key} `)).toBe(false);
    expect(isApiKey(key.slice(1))).toBe(false);
  }
});
