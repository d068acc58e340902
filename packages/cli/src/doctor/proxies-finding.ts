import type { Config } from '../config/config.ts';
import type { Finding } from '../storages/finding.ts';

/** Bord speaks no TLS: where people reach it by https there is a proxy, and limits by address have to see through it. */
export function proxiesFinding({
  trustedProxies,
  publicUrl,
}: Pick<Config, 'trustedProxies' | 'publicUrl'>): Finding {
  const what = 'proxies';
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const advice =
      'name only your proxies, unless only they can reach this server: any other client could forge its IP address';
    return { what, status: 'weak', found: `${trustedProxies.join(', ')}: everybody is believed`, advice };
  }
  if (trustedProxies.length > 0)
    return { what, status: 'good', found: `${trustedProxies.join(', ')} are believed`, advice: null };
  const found = 'no proxy is trusted';
  if (!publicUrl?.startsWith('https:')) return { what, status: 'good', found, advice: null };
  const advice =
    'set BORD_TRUSTED_PROXIES to the address of your proxy: limits by address count all who come through it as one';
  return { what, status: 'weak', found, advice };
}
