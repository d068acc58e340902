/**
 * The network in which an address lies, for limits: of IPv4 the first 24 bits, of IPv6 the first 48, which a customer of a provider is
 * given to choose from; a part of one, such as `2001:db8:1:2::/64`, lies in it too. What is no address is its own network.
 */
export function networkOf(address: string): string {
  const [, first] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address) ?? [];
  if (first !== undefined) return `${first}.0/24`;
  if (!/^[\da-f]*:[\da-f:]*(?:\/\d+)?$/i.test(address)) return address;
  const [head, tail] = address
    .replace(/\/\d+$/, '')
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail ? Math.max(0, 8 - head!.length - tail.length) : 0;
  const groups = [...head!, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? [])];
  const network = groups.slice(0, 3).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/48`;
}
