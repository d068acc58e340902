/** The parameters in the URL of a database, by whether they have an effect. */
export interface UrlParameters {
  /** Names that libpq, the driver `pg` and Bord do not have. */
  readonly unknown: readonly string[];
  /** Names that have no effect here. */
  readonly ignored: readonly string[];
}

/** Read by `pg` 8.23 from a URL, or by Bord (`schema`, `target_session_attrs`). */
const READ = wordsOf(`
  application_name host idle_in_transaction_session_timeout lock_timeout options password port query_timeout
  replication schema ssl sslcert sslkey sslmode sslnegotiation sslrootcert statement_timeout
  target_session_attrs uselibpqcompat user
`);

/** From libpq in PostgreSQL 18 (section 32.1.2), and options of `pg` that are not read from a URL, or that Bord sets. */
const IGNORED = wordsOf(`
  binary channel_binding client_encoding connect_timeout connectionTimeoutMillis database dbname
  enableChannelBinding fallback_application_name gssdelegation gssencmode gsslib hostaddr idleTimeoutMillis
  keepAlive keepAliveInitialDelayMillis keepalives keepalives_count keepalives_idle keepalives_interval
  krbsrvname load_balance_hosts max max_protocol_version min min_protocol_version oauth_client_id
  oauth_client_secret oauth_issuer oauth_scope passfile require_auth requirepeer requiressl scram_client_key
  scram_server_key service servicefile ssl_max_protocol_version ssl_min_protocol_version sslcertmode
  sslcompression sslcrl sslcrldir sslkeylogfile sslpassword sslsni tcp_user_timeout
`);

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Every valid parameter of a URL. */
export const URL_PARAMETERS: readonly string[] = [...READ, ...IGNORED];

/** Values of libpq for sessions that accept writes, which is also the default. */
export const WRITABLE: ReadonlySet<string> = new Set(['read-write', 'primary', 'any']);

/** The parameters of a database URL. Reads only the text and does not connect. */
export function urlParametersOf(url: string): UrlParameters {
  const params = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  const names = [...new Set(params.keys())];
  const isIgnored = (name: string): boolean =>
    IGNORED.includes(name) ||
    (name === 'target_session_attrs' && !params.getAll(name).every((value) => WRITABLE.has(value)));
  return {
    unknown: names.filter((name) => !URL_PARAMETERS.includes(name)),
    ignored: names.filter(isIgnored),
  };
}
