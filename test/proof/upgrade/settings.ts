/** The settings of HAProxy and PgBouncer as the pages give them, with the ports of one run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const UPGRADE = 'docs/operate/upgrade.md';
const PGBOUNCER = 'packages/adapter-pg/README.md';

/** The part of HAProxy's settings that the page leaves to the reader. HAProxy repeats no connection that fails. */
const AROUND_BACKEND = `global
  maxconn 1000
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
`;

/** Two doors to the same servers: the second one does without health checks. */
export function haproxySettings(
  doors: { readonly checked: number; readonly unchecked: number },
  [first, second]: readonly number[],
): string {
  const checked = filled(UPGRADE, 'haproxy', {
    '10.0.0.1:3000': `127.0.0.1:${first}`,
    '10.0.0.2:3000': `127.0.0.1:${second}`,
  });
  const unchecked = checked
    .replace('backend bord', 'backend unchecked')
    .replace('default-server check ', 'default-server ');
  const frontends = Object.entries({ bord: doors.checked, unchecked: doors.unchecked }).map(
    ([backend, port]) => `frontend to_${backend}\n  bind 127.0.0.1:${port}\n  default_backend ${backend}\n`,
  );
  return [AROUND_BACKEND, ...frontends, checked, unchecked].join('');
}

/** @param userList the path of a file with user names and passwords */
export function pgbouncerSettings(port: number, database: URL, userList: string): string {
  const settings = filled(PGBOUNCER, 'ini', {
    'host=10.0.0.9 port=5432': `host=${database.hostname} port=${database.port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': userList,
  });
  return `${settings}unix_socket_dir =\n`;
}

/** How many connections to PostgreSQL the page lets PgBouncer open. */
export const POOL_SIZE = numberIn(blockOf(PGBOUNCER, 'ini'), /^default_pool_size = (\d+)$/m);

/** How long a server serves after SIGTERM, in seconds, as the page sets it for these checks. */
export const GRACE_SECONDS = numberIn(
  readFileSync(join(ROOT, UPGRADE), 'utf8'),
  /^HAProxy, with `BORD_SHUTDOWN_GRACE=(\d+)`/m,
);

/** How long HAProxy waits for the answer to a check. */
export const CHECK_MS = 1000 * numberIn(blockOf(UPGRADE, 'haproxy'), /^ *timeout check (\d+)s$/m);

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`the pages have nothing like ${pattern}`);
  return Number(found);
}

function filled(document: string, language: string, values: Readonly<Record<string, string>>): string {
  let text = blockOf(document, language);
  for (const [given, value] of Object.entries(values)) {
    if (!text.includes(given)) throw new Error(`${document}: its ${language} block has no "${given}"`);
    text = text.replace(given, value);
  }
  return text;
}

function blockOf(document: string, language: string): string {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1];
  if (block === undefined) throw new Error(`${document} has no block of ${language}`);
  return block;
}
