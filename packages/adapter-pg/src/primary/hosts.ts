/** The hosts and the parameters in the URL of a database. Public as `@bord/adapter-pg/hosts`. */
export { URL_PARAMETERS, type UrlParameters, urlParametersOf } from '../url-parameters.ts';
import { WRITABLE } from '../url-parameters.ts';

/** One of the hosts in a database URL. */
export interface Host {
  /** `db1.example:5432`, `[::1]:5432` or `/var/run/postgresql:5432`: for display, without user and password. */
  readonly name: string;
  /** The URL with this host only. */
  readonly url: string;
}

/** A reasonable maximum; each host is polled permanently. */
const HOSTS_MAX = 16;

/**
 * The hosts of a URL, in its order, as libpq reads it: `postgres://user@a,b:5433/db`, or with the parameters `host` and `port`, one port for all or
 * one for each. A URL with one host is returned unchanged.
 * @throws TypeError when the URL names several hosts and a host, a port or `target_session_attrs` is invalid; the message does not repeat the URL
 */
export function readHosts(url: string): readonly Host[] {
  const parts = ADDRESS.exec(url)?.groups;
  const params = new URLSearchParams(parts?.['query'] ?? '');
  const named = params.get('host') ?? parts?.['hosts'] ?? '';
  if (!parts || !named.includes(',')) return [{ name: nameOfOne(url), url }];
  const attributes = params.get('target_session_attrs') ?? 'any';
  if (!WRITABLE.has(attributes))
    throw new TypeError('target_session_attrs must be read-write or primary: it is written to');
  const hosts = named.split(',').map((text) => readHost(text.trim()));
  const ports = portsOf(params.get('port'), hosts.length);
  if (hosts.length > HOSTS_MAX) throw new TypeError(`at most ${HOSTS_MAX} hosts can be named`);
  for (const replaced of ['host', 'port', 'target_session_attrs']) params.delete(replaced);
  const found = new Map<string, Host>();
  for (const [i, { host, port }] of hosts.entries()) {
    const one = alone(host, port ?? ports[i]!, parts, params);
    found.set(one.name, one);
  }
  return [...found.values()];
}

/** The user ends at the last `@` before `/`, `?` or `#`, which a password must escape, as in every URL. */
const ADDRESS =
  /^(?<scheme>postgres(?:ql)?:)\/\/(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#.*)?$/;

const HOST = /^(?<host>\[[\da-fA-F:.]+\]|[^\s:@[\]]+)(?::(?<port>\d*))?$/;

function readHost(text: string): { readonly host: string; readonly port: number | undefined } {
  const { host, port } = HOST.exec(text)?.groups ?? {};
  if (host === undefined) throw new TypeError('between two commas there must be a host, or host:port');
  return { host: decodeHost(host), port: port ? readPort(port) : undefined };
}

function decodeHost(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    throw new TypeError('a % in a host must be written as %25');
  }
}

const DEFAULT_PORT = 5432;

/** The parameter `port`: one for all hosts, or one for each, in which an empty one means the default. */
function portsOf(text: string | null, count: number): readonly number[] {
  const ports = (text ?? '').split(',').map((one) => (one === '' ? DEFAULT_PORT : readPort(one)));
  if (ports.length === 1) return Array.from({ length: count }, () => ports[0]!);
  if (ports.length !== count) throw new TypeError('there must be one port for all hosts, or one for each');
  return ports;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new TypeError('a port must be from 1 to 65535');
  return port;
}

/** The URL with one of its hosts. The folder of a socket is a parameter, because a URL has no place for it. */
function alone(
  host: string,
  port: number,
  parts: Readonly<Record<string, string | undefined>>,
  rest: URLSearchParams,
): Host {
  const params = new URLSearchParams(rest);
  const isFolder = host.startsWith('/');
  if (isFolder) {
    params.set('host', host);
    params.set('port', String(port));
  }
  const bracketed = !isFolder && !host.startsWith('[') && host.includes(':') ? `[${host}]` : host;
  const user = parts['user'] === undefined ? '' : `${parts['user']}@`;
  const at = isFolder ? '' : `${bracketed}:${port}`;
  const query = params.size === 0 ? '' : `?${params.toString()}`;
  const url = `${parts['scheme']}//${user}${at}${parts['path'] ?? '/'}${query}`;
  return { name: `${bracketed}:${port}`, url };
}

function nameOfOne(url: string): string {
  if (!URL.canParse(url)) return '';
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${host || 'localhost'}:${port || (searchParams.get('port') ?? DEFAULT_PORT)}`;
}
