import { readHosts } from '@bord/adapter-pg/hosts';

/** `invalid_catalog_name` */
const NO_DATABASE = '3D000';

/** How to create a PostgreSQL database that there is not; null when the error says something else. */
export function creationOf(url: string, error: unknown): string | null {
  if ((error as { readonly code?: unknown } | null)?.code !== NO_DATABASE) return null;
  // Of several hosts the primary creates it.
  const { hostname, port, username, pathname, searchParams } = new URL(readHosts(url)[0]!.url);
  const options = [
    ['host', hostname.replace(/^\[(.*)\]$/, '$1') || searchParams.get('host')],
    ['port', port],
    ['username', username],
  ].flatMap(([name, value]) => (value ? [`--${name}=${word(value)}`] : []));
  return ['createdb', ...options, word(pathname.slice(1))].join(' ');
}

function word(text: string): string {
  const plain = decodeURIComponent(text);
  return /^[\w./:-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}
