import { expect, test } from 'vitest';
import { formTokenOf, isFormToken } from './form-token.ts';

test('D44 the token of a form is that of its session, to the letter', () => {
  const token = formTokenOf('one');
  expect(isFormToken('one', token)).toBe(true);
  for (const other of [undefined, '', formTokenOf('two'), `${token}x`, token.slice(1), 'one'])
    expect(isFormToken('one', other)).toBe(false);
});
