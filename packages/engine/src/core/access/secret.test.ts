import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  idInToken,
  isTokenOf,
  seal,
  secretKeyOf,
  signingSecretOf,
  tokenHashOf,
  tokenOf,
  unseal,
} from './secret.ts';

const key = secretKeyOf(new Uint8Array(32).fill(7));
const other = secretKeyOf(new Uint8Array(32).fill(8));

test('§2.13 a signing secret is stored encrypted: only its key decrypts it, and not after a modification', () => {
  const secret = signingSecretOf(randomBytes(32));
  expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/);
  const sealed = seal(key, secret, randomBytes(12));
  expect(sealed).not.toContain(secret.slice(6, 20));
  expect(sealed.startsWith(`${key.id}.`)).toBe(true);
  expect(unseal([key], sealed)).toBe(secret);
  expect(unseal([other, key], sealed)).toBe(secret);
  expect(unseal([other], sealed)).toBeNull();
  expect(unseal([other], sealed.replace(key.id, other.id))).toBeNull();
  for (let i = key.id.length + 1; i < sealed.length; i++) {
    const flipped = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1);
    if (Buffer.from(flipped.slice(9), 'base64url').equals(Buffer.from(sealed.slice(9), 'base64url')))
      continue;
    expect(unseal([key], flipped), `character ${i}`).toBeNull();
  }
  for (const broken of ['', '.', key.id, `${key.id}.`, `${key.id}.AAAA`])
    expect(unseal([key], broken)).toBeNull();
});

test('D27 a token has 256 bits and is valid for one purpose and one booking; its hash does not reveal it', () => {
  const token = tokenOf(key, 'manage', 'bk_1');
  expect(token).toMatch(/^bk_1\.[\w-]{43}$/);
  expect(tokenOf(key, 'manage', 'bk_1')).toBe(token);
  const others = [
    tokenOf(key, 'manage', 'bk_2'),
    tokenOf(key, 'sign-up', 'bk_1'),
    tokenOf(other, 'manage', 'bk_1'),
  ];
  expect(new Set([token, ...others].map((each) => each.split('.')[1])).size).toBe(4);
  const stored = tokenHashOf(token);
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  expect(isTokenOf(token, stored)).toBe(true);
  expect(idInToken(token)).toBe('bk_1');
  for (const wrong of [...others, '', 'bk_1', `${token}x`, token.slice(1), stored])
    expect(isTokenOf(wrong, stored), wrong).toBe(false);
  expect(isTokenOf(token, null)).toBe(false);
  for (const none of [
    '',
    'bk_1',
    'bk_1.',
    `.${'x'.repeat(43)}`,
    `${token} `,
    `../${token}`,
    `${'x'.repeat(99)}${token}`,
  ])
    expect(idInToken(none), none).toBeNull();
});

test('§2.13 a secret key of another length is rejected', () => {
  for (const length of [0, 16, 31, 33]) expect(() => secretKeyOf(new Uint8Array(length))).toThrow(RangeError);
});
