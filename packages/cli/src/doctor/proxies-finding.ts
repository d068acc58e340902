import type { Config } from '../config/config.ts';
import { type Finding, good, weak } from '../storages/finding.ts';

/** Bord speaks no TLS: where people reach it by https there is a proxy, and limits by address have to see through it. */
export function proxiesFinding({
  trustedProxies,
  publicUrl,
}: Pick<Config, 'trustedProxies' | 'publicUrl'>): Finding {
  const what = 'proxies';
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const advice =
      'name only your proxies, unless only they can reach this server: any other client could forge its IP address';
    return weak(what, `${trustedProxies.join(', ')}: everybody is believed`, advice);
  }
  if (trustedProxies.length > 0) return good(what, `${trustedProxies.join(', ')} are believed`);
  const found = 'no proxy is trusted';
  if (!publicUrl?.startsWith('https:')) return good(what, found);
  const advice =
    'set BORD_TRUSTED_PROXIES to the address of your proxy: limits by address count all who come through it as one';
  return weak(what, found, advice);
}
