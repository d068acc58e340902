import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { makeBord } from '../test/run-bord.ts';
import { serveBord } from '../test/serve-bord.ts';
import { SECURITY_CONTACT, securityText } from './security-txt.ts';

const bord = makeBord();
afterAll(() => bord.remove());

test('security.txt has the fields that RFC 9116 requires, and expires within a year', () => {
  const text = securityText('https://book.example.com', Date.parse('2026-12-01T12:00:00Z'));
  expect(text).toBe(
    `Contact: ${SECURITY_CONTACT}\nExpires: 2027-05-30T00:00:00Z\nPreferred-Languages: en\nCanonical: https://book.example.com/.well-known/security.txt\n`,
  );
});

test('bord serve answers /.well-known/security.txt, and SECURITY.md has the same reporting address', async () => {
  const server = await serveBord(bord, 'serve --port 0');
  const response = await fetch(`http://127.0.0.1:${server.at.port}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toMatch(new RegExp(`^Contact: ${SECURITY_CONTACT}\\nExpires: `));
  const policy = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  expect(policy).toContain(SECURITY_CONTACT.replace('mailto:', ''));
});
