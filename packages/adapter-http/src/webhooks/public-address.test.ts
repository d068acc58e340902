import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test('D25 addresses of the internet are public', () => {
  const addresses = `
    1.1.1.1 8.8.8.8 93.184.215.14 223.255.255.255
    100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1
    2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001:82a::200e 2003::1 3ffe::1
    64:ff9b::8.8.8.8 64:ff9b::808:808`;
  for (const address of addresses.trim().split(/\s+/)) expect(isPublicAddress(address), address).toBe(true);
});

test('D25 the edges of all non-public ranges are not public', () => {
  const addresses = `
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
    169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.255
    168.63.129.16 64:ff9b::168.63.129.16 64:ff9b::a83f:8110 100.100.100.200 192.0.0.192 fd00:ec2::254
    192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
    :: ::1 ::2 ::ffff:8.8.8.8 ::8.8.8.8 1fff:ffff:: 4000:: fc00:: fdff:: fe80:: febf:: fec0:: ff00::
    2001:: 2001:1ff:ffff:: 2001:db8:: 2002:: 2002:808:808::
    64:ff9a:ffff::1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::1:808:808 64:ff9b:1::808:808`;
  for (const address of addresses.trim().split(/\s+/)) expect(isPublicAddress(address), address).toBe(false);
});

test('D25 text that is not an address is not public, even if lenient parsers accept it', () => {
  const texts = [
    '',
    'localhost',
    '8.8.8',
    '134744072',
    '0x08080808',
    '010.8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8/8',
  ];
  for (const text of [...texts, '[2606:4700::1111]', '2606:4700::1111%']) {
    expect(isPublicAddress(text), text).toBe(false);
  }
});
