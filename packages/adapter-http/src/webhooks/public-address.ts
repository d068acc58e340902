import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The range of global unicast addresses (RFC 4291); all other IPv6 ranges have special uses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's platform services use this address on every virtual machine, although it is in a public range. */
const AZURE_PLATFORM = '168.63.129.16';
/** An IPv4 address for hosts with IPv6 only (RFC 6052). It leads to the same host as that IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address, as a resolver or a socket writes it, is on the public internet (D25). Not public: loopback, private, local, multicast and
 * reserved ranges, cloud platform services, and IPv4 addresses within IPv6 (mapped, compatible, 6to4, Teredo). For NAT64 the IPv4 address decides.
 * False for text that is not an IP address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && text !== AZURE_PLATFORM;
  if (address.match(NAT64)) return isPublicAddress(address.toByteArray().slice(12).join('.'));
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
