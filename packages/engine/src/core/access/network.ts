/** For limits: the first 24 bits of IPv4 and 48 of IPv6, also of a part such as `2001:db8:1:2::/64`. Other text is its own network. */
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
