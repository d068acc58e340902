/** A registry on this machine: it holds the published packages of a rehearsal, and fetches all others from npm once. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { root } from '../packages.ts';
import { CACHE, type Tools } from './tools.ts';

const START_MS = 60_000;

export interface Registry {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the registry on a free port of 127.0.0.1, without a package of the project. */
export async function startRegistry(tools: Tools, folder: string): Promise<Registry> {
  const storage = join(CACHE, 'storage');
  rmSync(join(storage, '@bord'), { recursive: true, force: true });
  mkdirSync(storage, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'verdaccio.yaml');
  writeFileSync(config, configuration(storage, folder));
  const child = spawn(
    tools.node[24],
    [tools.verdaccio, '--config', config, '--listen', `127.0.0.1:${port}`],
    {
      cwd: folder,
      env: { ...process.env, ...certificates() },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  for (const startedMs = Date.now(); ; await pause(200)) {
    if (child.exitCode !== null || Date.now() - startedMs > START_MS) {
      child.kill('SIGKILL');
      throw new Error(`The local registry did not start. Its last output:\n${output}`);
    }
    if (await answers(url)) break;
  }
  return { url, token: await tokenAt(url), stop };
}

/** The settings by which npm and pnpm use the registry, as `.npmrc` has them. */
export function npmSettings({ url, token }: Registry): string {
  return `registry=${url}/\n//${new URL(url).host}/:_authToken=${token}\naudit=false\nfund=false\nupdate-notifier=false\n`;
}

/** The upstream is the registry that npm is configured to use on this machine. */
function configuration(storage: string, folder: string): string {
  const upstream = npmConfig('registry');
  return JSON.stringify({
    storage,
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: { upstream: { url: upstream, cache: true, maxage: '12h', timeout: '60s', max_fails: 20 } },
    packages: {
      '@bord/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  });
}

/** Verdaccio trusts the certificates that npm is configured to trust. */
function certificates(): Record<string, string> {
  const file = npmConfig('cafile');
  return file === 'null' || file === 'undefined' || file === '' ? {} : { NODE_EXTRA_CA_CERTS: file };
}

function npmConfig(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).trim();
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/-/ping`)).ok;
  } catch {
    return false;
  }
}

async function tokenAt(url: string): Promise<string> {
  const response = await fetch(`${url}/-/user/org.couchdb.user:rehearsal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: 'rehearsal-on-this-machine' }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`The local registry gave no token: ${response.status}`);
  return token;
}
