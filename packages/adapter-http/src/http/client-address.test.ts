import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClientAddressOptions, createClientAddress } from './client-address.ts';

function senderOf(
  ip: string | undefined,
  headers: Record<string, string>,
  options: ClientAddressOptions = {},
) {
  return createClientAddress(options)({ ip, headers: new Headers(headers) });
}

const through = (headers: Record<string, string>, ip = '10.0.0.7'): string =>
  senderOf(ip, headers, { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] });

test('D20 a client is identified by its IPv4 address, or by the IPv6 network of its household', () => {
  expect(senderOf('192.0.2.7', {})).toBe('192.0.2.7');
  expect(senderOf('::ffff:192.0.2.7', {})).toBe('192.0.2.7');
  const home = senderOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd', {});
  expect(home).toBe('2001:db8:1:2::/64');
  expect(senderOf('2001:db8:1:2::1', {})).toBe(home);
  expect(senderOf('2001:db8:1:3::1', {})).not.toBe(home);
  for (const none of [undefined, '', 'localhost', '1.2.3.4.5', '0x7f.1', '127.1'])
    expect(senderOf(none, {})).toBe('unknown');
});

test('forwarding headers are ignored unless the peer is a trusted proxy', () => {
  const spoofed = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' };
  expect(senderOf('198.51.100.9', spoofed)).toBe('198.51.100.9');
  expect(senderOf('198.51.100.9', spoofed, { trustedProxies: ['10.0.0.0/8'] })).toBe('198.51.100.9');
  expect(senderOf('127.0.0.1', spoofed)).toBe('127.0.0.1');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.66, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, 10.1.1.1', '192.0.2.1'],
  ['192.0.2.66,192.0.2.1,10.1.1.1, fd00::5', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['10.2.2.2', '10.2.2.2'],
  ['', '10.0.0.7'],
  ['unknown', '10.0.0.7'],
  ['192.0.2.1, garbage', '10.0.0.7'],
  ['192.0.2.1, garbage, 10.1.1.1', '10.1.1.1'],
  ['garbage, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1,', '10.0.0.7'],
  ['127.1', '10.0.0.7'],
  ['192.0.2.1 192.0.2.2', '10.0.0.7'],
])('X-Forwarded-For "%s" from a trusted proxy means %s', (header, expected) => {
  expect(through({ 'x-forwarded-for': header })).toBe(expected);
  expect(through({ 'x-forwarded-for': header }, '::ffff:10.0.0.7')).toBe(expected);
});

test.each([
  ['for=192.0.2.1;proto=https;by=10.0.0.7', '192.0.2.1'],
  ['For="[2001:db8:1:2::3]:4711"', '2001:db8:1:2::/64'],
  ['for=192.0.2.66, for=192.0.2.1;proto=http', '192.0.2.1'],
  ['proto=https; for=192.0.2.1', '192.0.2.1'],
  ['for=_hidden', '10.0.0.7'],
  ['for="192.0.2.66, for=192.0.2.1', '192.0.2.1'],
  ['proto=https', '10.0.0.7'],
])('Forwarded "%s" from a trusted proxy means %s', (header, expected) => {
  expect(through({ forwarded: header })).toBe(expected);
});

test('a proxy writes one of the two headers: if they differ, both are ignored', () => {
  expect(through({ 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' })).toBe('192.0.2.1');
  expect(through({ 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.66' })).toBe('10.0.0.7');
});

test('entries before the one that the proxy adds do not change the client address', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.ipV4()), (text, more) => {
      const clean = text.replaceAll(/[^\x20-\x7e]/g, '');
      const header = [clean, ...more, '203.0.113.9', '10.1.1.1'].join(', ');
      expect(through({ 'x-forwarded-for': header })).toBe('203.0.113.9');
    }),
  );
});

test('networks are IPv4 or IPv6, mapped ones are IPv4', () => {
  const header = { 'x-forwarded-for': '192.0.2.1' };
  for (const network of ['10.0.0.7', '10.0.0.7/32', '0.0.0.0/0', '::ffff:10.0.0.0/104', ' 10.0.0.0/8 '])
    expect(senderOf('10.0.0.7', header, { trustedProxies: [network] })).toBe('192.0.2.1');
  for (const network of ['10.0.0.8', '::/0', '11.0.0.0/8'])
    expect(senderOf('10.0.0.7', header, { trustedProxies: [network] })).toBe('10.0.0.7');
  for (const none of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0/8',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::ffff:1.2.3.4/80',
  ])
    expect(() => createClientAddress({ trustedProxies: [none] })).toThrow(RangeError);
});

test('an undeclared proxy is reported once', () => {
  const warnings: string[] = [];
  const of = createClientAddress({ onUntrustedProxy: (address) => warnings.push(address) });
  const ask = (ip: string, forwarded = true): string =>
    of({ ip, headers: new Headers(forwarded ? { 'x-forwarded-for': '192.0.2.1' } : {}) });
  ask('127.0.0.1', false);
  ask('198.51.100.9');
  expect(warnings).toEqual([]);
  ask('172.17.0.1');
  ask('127.0.0.1');
  expect(warnings).toEqual(['172.17.0.1']);
});
