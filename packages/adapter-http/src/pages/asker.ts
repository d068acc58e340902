import ipaddr from 'ipaddr.js';

/**
 * Who asks, for limits: the address of the connection. Of IPv6 the first half: the other one is a household's own to choose from.
 * `unknown`, all together, where there is no socket.
 */
export function askerAt(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
