import { expect, test } from 'vitest';
import { emailKeyOf, mailboxKeyOf } from './fields.ts';

test.each([
  ['Åsa@Example.se', 'åsa@example.se'],
  ['A\u030Asa@example.se', 'ÅSA@EXAMPLE.SE'],
  ['İsa@example.com', 'i̇sa@example.com'],
  ['ΝΊΚΟΣ@example.gr', 'νίκος@example.gr'],
  ['info@Blåbär.se', 'INFO@xn--blbr-noae.se'],
  ['info@BLA\u030ABA\u0308R.se', 'info@blåbär.se'],
])('D26 %s and %s are equal', (one, other) => {
  expect(emailKeyOf(one)).toBe(emailKeyOf(other));
  expect(emailKeyOf(emailKeyOf(one)), 'a key is its own key').toBe(emailKeyOf(one));
});

test.each([
  ['asa@example.se', 'åsa@example.se'],
  ['a.b@example.se', 'ab@example.se'],
  ['a+b@example.se', 'a@example.se'],
  ['info@blabar.se', 'info@blåbär.se'],
])('D26 %s and %s differ', (one, other) => {
  expect(emailKeyOf(one)).not.toBe(emailKeyOf(other));
});

test('D26 text that is not an e-mail address is its own key', () => {
  for (const text of ['', '%', 'null', '@', 'a@', '@b']) expect(emailKeyOf(text)).toBe(text);
});

test('§5.8 D20 tags lead to one mailbox', () => {
  const tagged = ['You@example.com', 'you+bord@example.com', 'you+a+b@EXAMPLE.com', 'you+@example.com'];
  for (const address of tagged) expect(mailboxKeyOf(address)).toBe('you@example.com');
  expect(mailboxKeyOf('+you@example.com')).toBe('+you@example.com');
  expect(mailboxKeyOf('you@ex+ample.com')).toBe('you@ex+ample.com');
});
