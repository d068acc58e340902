import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const LENGTH_MAX = 2048;

/** Names that always lead into the local machine or network (RFC 6761, 6762, 8375; `internal` by ICANN). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;
const NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Ports of other protocols, which browsers block too: the list of the Fetch standard, "port blocking". */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * The fault of a webhook URL as a clause for people; null if it is valid. Valid: up to 2048 characters of `https://host[:port]/path`, without user
 * name and fragment, not on a port of another protocol. The host must be a name of public DNS or a public IP address (D25). With `allowPrivate`,
 * http and all hosts are valid too. Does not look up names.
 */
export function checkWebhookUrl(text: string, allowPrivate: boolean): string | null {
  if (text.length > LENGTH_MAX) return `the URL must have at most ${LENGTH_MAX} characters`;
  // Parsers interpret these differently, so such a URL is ambiguous.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'the URL must not have spaces, control characters or backslashes';
  const scheme = /^https:\/\//i.test(text) || (allowPrivate && /^http:\/\//i.test(text));
  if (!scheme) return `the URL must begin with https://${allowPrivate ? ' or http://' : ''}`;
  if (/^[a-z]+:\/*[^/?#]*@/i.test(text)) return 'the URL must not have a user name or password';
  if (text.includes('#')) return 'the URL must not have a fragment (#…)';
  const url = URL.parse(text);
  if (!url) return 'the URL must be valid, such as https://example.com/hook';
  if (url.port === '0') return 'the URL must not have port 0';
  if (!allowPrivate && OTHER_PROTOCOLS.has(portOf(url)))
    return `the URL has port ${url.port} of another protocol: use another port`;
  return checkHost(hostOf(url), allowPrivate);
}

const REMEMBERED_MAX = 1000;

/** {@link checkWebhookUrl} with a cache, for repeated posts to the same URLs. */
export function webhookUrlCheck(allowPrivate: boolean): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    let problem = known.get(text);
    if (problem === undefined) {
      if (known.size >= REMEMBERED_MAX) known.clear();
      known.set(text, (problem = checkWebhookUrl(text, allowPrivate)));
    }
    return problem;
  };
}

function checkHost(host: string, allowPrivate: boolean): string | null {
  if (isIP(host) !== 0) {
    return allowPrivate || isPublicAddress(host)
      ? null
      : `the URL must lead to a public IP address, not ${host}`;
  }
  if (!NAME.test(host)) return `the host ${JSON.stringify(host)} in the URL must be a host name`;
  if (allowPrivate) return null;
  return LOCAL_NAME.test(host) || !host.includes('.')
    ? `the URL must have a public host name, not ${host}`
    : null;
}

/** The host without notation: an IPv6 address without brackets, a name without the trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** `host:port` for people. */
export function hostAndPortOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
}
