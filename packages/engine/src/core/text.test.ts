import { expect, test } from 'vitest';
import { assertEmail, assertText } from './fields.ts';

const isFine = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request', path: ['field'] });
    return false;
  }
};

const text = (value: string, max = 3): boolean => isFine(() => assertText('field', value, max));
const email = (value: string, max = 60): boolean => isFine(() => assertEmail('field', value, max));

test('D8 D11 a text must not be blank or impossible to store, and its length counts code points', () => {
  expect(['a', 'abc', '🍽🍽🍽', ' a '].filter((value) => !text(value))).toEqual([]);
  expect(['', ' ', '\u00a0\t', 'abcd', '🍽🍽🍽🍽', 'a\0', '\ud800'].filter((value) => text(value))).toEqual([]);
});

test('D8 an e-mail address has a local part, an @ and a domain with a dot', () => {
  const fine = ['a@b.c', "o'neil+x@mail.example.com", 'å@ö.se', 'a@b.c.d'];
  const wrong = [
    'a',
    'a@b',
    '@b.c',
    'a@b.',
    'a@.c',
    'a@b..c',
    'a b@c.d',
    'a@b@c.d',
    'a@b c.d',
    'a@b\nx.c',
    'a@b.c\r\nBcc: x@y.z',
  ];
  wrong.push('<a@b.c>', 'a@b.c>', 'a,b@c.d', 'a@b.c;', '"a"@b.c', 'a\u202e@b.c', `${'x'.repeat(57)}@b.c`);
  expect(fine.filter((value) => !email(value))).toEqual([]);
  expect(wrong.filter((value) => email(value))).toEqual([]);
});
