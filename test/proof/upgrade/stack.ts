/** One PostgreSQL, PgBouncer in front of it, two servers, and HAProxy in front of them: all on 127.0.0.1. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bord, until } from '../../servers/bord-process.ts';
import { Supervisor, type Unit } from '../../servers/rolling.ts';
import { freePort } from '../../support/free-port.ts';
import { sql, startPostgres } from '../../support/postgres.ts';
import { haproxySettings, pgbouncerSettings } from './settings.ts';

/** Debian has them in a folder that only administrators have in their PATH. */
const PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

const PASSWORD = 'password';

/** Of HAProxy and PgBouncer, those that are not installed. */
export function missingPrograms(): readonly string[] {
  const isThere = (program: string): boolean =>
    spawnSync(program, ['--version'], { env: { PATH }, stdio: 'ignore' }).error === undefined;
  return ['haproxy', 'pgbouncer'].filter((program) => !isThere(program));
}

export interface Stack {
  /** HAProxy. */
  readonly url: string;
  /** HAProxy without health checks. */
  readonly uncheckedUrl: string;
  /** PostgreSQL, past PgBouncer, as a superuser. */
  readonly databaseUrl: string;
  readonly key: string;
  readonly units: readonly Unit[];
  /** Replaces a server as `systemctl restart` does, and waits until the next one says that it is ready. `main` is another version's program. */
  replace(unit: Unit, grace: string, main?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openStack(grace: string): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-upgrade-'));
  chmodSync(folder, 0o755); // PgBouncer refuses to run as root, and reads its settings as another user
  const programs: ChildProcess[] = [];
  const bords: Bord[] = [];
  const supervisor = new Supervisor();
  const postgres = await startPostgres();

  async function startProgram(program: string, args: readonly string[]): Promise<void> {
    const child = spawn(program, args, { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    programs.push(child);
    child.once(
      'exit',
      (code) => code && console.error(`${program} ended with exit code ${code}:\n${output}`),
    );
    await once(child, 'spawn');
  }

  async function close(): Promise<void> {
    for (const bord of bords) await bord.end();
    for (const child of programs.filter(({ exitCode }) => exitCode === null)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await postgres.stop();
    supervisor.end();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await sql(postgres.url, `CREATE ROLE bord LOGIN PASSWORD '${PASSWORD}'`);
    await sql(postgres.url, 'CREATE DATABASE bord OWNER bord');
    const direct = new URL(postgres.url);
    Object.assign(direct, { username: 'bord', pathname: '/bord' });
    const pooled = new URL(direct);
    pooled.port = String(await freePort());
    const userList = join(folder, 'userlist.txt');
    writeFileSync(userList, `"bord" "${PASSWORD}"\n`);
    const pgbouncer = join(folder, 'pgbouncer.ini');
    writeFileSync(pgbouncer, pgbouncerSettings(Number(pooled.port), direct, userList));
    await startProgram('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), pgbouncer]);
    await until('PgBouncer passes statements', () => sql(pooled.href, 'SELECT 1').then(Boolean, () => false));

    const version = (main?: string): Bord => {
      const bord = new Bord(pooled.href, { BORD_DATABASE_DIRECT: direct.href }, main);
      bords.push(bord);
      return bord;
    };
    const bord = version();
    // One after the other: the first makes the schema.
    const units: Unit[] = [];
    for (const _ of [1, 2]) {
      const unit = supervisor.start(bord, await freePort(), grace);
      units.push(unit);
      await until('a server is ready', () => isOk(unit, '/readyz'));
    }
    const doors = { checked: await freePort(), unchecked: await freePort() };
    const haproxy = join(folder, 'haproxy.cfg');
    const ports = units.map(({ port }) => port);
    writeFileSync(haproxy, haproxySettings(doors, ports));
    await startProgram('haproxy', ['-db', '-f', haproxy]);
    const url = `http://127.0.0.1:${doors.checked}`;
    await until('HAProxy passes requests', () => isStatus(`${url}/healthz`, 200));
    const { key } = await bord.key();
    const databaseUrl = new URL(postgres.url);
    databaseUrl.pathname = '/bord';
    return {
      url,
      uncheckedUrl: `http://127.0.0.1:${doors.unchecked}`,
      databaseUrl: databaseUrl.href,
      key: key!,
      units,
      async replace(unit, nextGrace, main) {
        await supervisor.restart(unit, main === undefined ? bord : version(main), nextGrace, null);
        await until('the next server is ready', () => isOk(unit, '/readyz'));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const isOk = ({ port }: Unit, path: string): Promise<boolean> =>
  isStatus(`http://127.0.0.1:${port}${path}`, 200);

const isStatus = (url: string, wanted: number): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === wanted,
    () => false,
  );
