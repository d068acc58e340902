import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where the internet's own addresses begin (RFC 4291); all the rest of IPv6 is for something else. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's own services answer every virtual machine at this address, which is otherwise one of the internet's. */
const AZURE_PLATFORM = '168.63.129.16';
/** An IPv4 address as hosts see it that have IPv6 only (RFC 6052). It leads to wherever that IPv4 address leads. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address, as a resolver or a socket writes it, is one of the internet's (D25): no loopback, no private or local
 * network, no multicast, nothing reserved, no service of a cloud's platform, and no IPv4 address in IPv6 clothes (mapped, compatible, 6to4, Teredo) except
 * through NAT64, where the IPv4 address decides. False for whatever is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && text !== AZURE_PLATFORM;
  if (address.match(NAT64)) return isPublicAddress(address.toByteArray().slice(12).join('.'));
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
