/** Client addresses for rate limits, from the connection and trusted headers. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { HttpRequest } from './http-request.ts';

/** Names the sender of a request: an IPv4 address, of IPv6 the network of a household (/64), or `unknown`. */
export type ClientAddress = (request: Pick<HttpRequest, 'ip' | 'headers'>) => string;

export interface ClientAddressOptions {
  /**
   * Networks of the proxies in front of the server, such as `10.0.0.0/8` and `::1`. Their `X-Forwarded-For` or `Forwarded` header gives the
   * client's IP address; this header is ignored from all other clients. Default: none, so the client is the peer of the connection.
   */
  readonly trustedProxies?: readonly string[];
  /** Called once when a connection from a private IP address sends such a header although no proxy is trusted. */
  readonly onUntrustedProxy?: ((address: string) => void) | undefined;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The name of clients without a known IP address, as in a web handler that was not given one. */
export const UNKNOWN_ADDRESS = 'unknown';

/** The longest chain of proxies. Earlier entries are ignored. */
const HOPS_MAX = 20;

/** Throws a `RangeError` for an invalid network. */
export function createClientAddress(options: ClientAddressOptions = {}): ClientAddress {
  const networks = (options.trustedProxies ?? []).map(networkOf);
  let { onUntrustedProxy } = options;

  const isTrusted = (address: Address): boolean =>
    networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

  function tellOnce(peer: Address, headers: HttpRequest['headers']): void {
    if (!onUntrustedProxy || networks.length > 0 || !PRIVATE.has(peer.range())) return;
    if (headers.get('x-forwarded-for') === null && headers.get('forwarded') === null) return;
    onUntrustedProxy(peer.toString());
    onUntrustedProxy = undefined;
  }

  /** The nearest hop that is not a trusted proxy; if an entry is unreadable, the farthest trusted proxy. */
  function senderAmong(nearest: Address, hops: readonly string[]): Address {
    let sender = nearest;
    for (const hop of hops.slice(-HOPS_MAX).toReversed()) {
      if (!isTrusted(sender)) return sender;
      const next = addressIn(hop);
      if (!next) return sender;
      sender = next;
    }
    return sender;
  }

  return ({ ip, headers }) => {
    const peer = ip === undefined ? null : addressIn(ip);
    if (!peer) return UNKNOWN_ADDRESS;
    if (!isTrusted(peer)) {
      tellOnce(peer, headers);
      return nameOf(peer);
    }
    const forwardedFor = headers.get('x-forwarded-for');
    const forwarded = headers.get('forwarded');
    const hopLists = [
      ...(forwardedFor === null ? [] : [forwardedFor.split(',')]),
      ...(forwarded === null ? [] : [forwarded.split(',').map(forIn)]),
    ];
    const [one = nameOf(peer), other = one] = hopLists.map((hops) => nameOf(senderAmong(peer, hops)));
    return one === other ? one : nameOf(peer); // a proxy that writes only one of the two headers passes the other one on from the client
  };
}

/** The network of a sender for the limits of guests' holds (D52): an IPv4 address, or the /56 of IPv6, the largest network of a household. */
export function networkKeyOf(clientAddress: string): string {
  const [, address] = /^(.*)\/64$/.exec(clientAddress) ?? [];
  if (address === undefined) return clientAddress;
  const { parts } = ipaddr.IPv6.parse(address);
  const network = new ipaddr.IPv6([...parts.slice(0, 3), parts[3]! & 0xff00, 0, 0, 0, 0]);
  return `${network.toString()}/56`;
}

const PRIVATE: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

function nameOf(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** The `for` of an element of `Forwarded` (RFC 7239): `for="[2001:db8::7]:4711";proto=https`. */
function forIn(element: string): string {
  return /(?:^|;)\s*for=("[^"]*"|[^;"]*)/i.exec(element)?.[1] ?? '';
}

/** An IP address as proxies write it, with or without a port and quotes; null if it is invalid. */
function addressIn(hop: string): Address | null {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  const bare = (
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ??
    /^([\d.]+):\d+$/.exec(text)?.[1] ??
    text
  ).replace(/%.*$/, '');
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

function networkOf(text: string): readonly [Address, number] {
  const [, bare = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (isIP(bare) === 0)
    throw new RangeError(`${text} must be an IP address, or a network such as 10.0.0.0/8`);
  const [written, base] = [ipaddr.parse(bare), ipaddr.process(bare)];
  const widest = written instanceof ipaddr.IPv4 ? 32 : 128;
  const length = Number(bits ?? widest) - (written.kind() === base.kind() ? 0 : 96); // ::ffff:10.0.0.0/104 is 10.0.0.0/8
  if (Number(bits ?? 0) > widest || length < 0)
    throw new RangeError(`${text} must be an IP address, or a network such as 10.0.0.0/8`);
  return [base, length];
}
