import { expect, test } from 'vitest';
import { proxiesFinding } from './proxies-finding.ts';

const found = (publicUrl: string | null, ...trustedProxies: string[]): string => {
  const { status, advice } = proxiesFinding({ publicUrl, trustedProxies });
  expect(advice === null).toBe(status === 'good');
  return status;
};

test('where people come by https there is a proxy, and doctor asks which', () => {
  expect(found(null)).toBe('good');
  expect(found('http://book.example.com')).toBe('good');
  expect(found('https://book.example.com')).toBe('weak');
  expect(found('https://book.example.com', '10.0.0.0/8', '::1')).toBe('good');
});

test('to believe everybody is weak', () => {
  expect(found('https://book.example.com', '0.0.0.0/0')).toBe('weak');
  expect(found(null, '10.0.0.0/8', '::/0')).toBe('weak');
});
