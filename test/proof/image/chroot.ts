/** Runs programs in a root file system, as a container does: separate processes and mounts, and on request without any right. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../../../scripts/release/tools.ts';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The slim images of Debian have no documentation, and no tool that merges /bin and /usr/bin. */
const AS_IN_SLIM = [
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  '--include=usr-is-merged',
  ...['doc', 'man', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
];

export interface Process {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Without it: root, with all rights and a root file system that can be changed. */
  readonly limits?: Limits;
}

export interface Limits {
  readonly user: string;
  /** The folders that can be changed, each with its folder on the host. */
  readonly volumes: ReadonlyMap<string, string>;
}

/** Starts a program in a root file system. */
export function startIn(root: string, { command, env, folder, limits }: Process): ChildProcess {
  const mounts = [
    'mount --bind "$ROOT" "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    ...[...(limits?.volumes ?? [])].map(([path, host]) => `mount --bind '${host}' "$ROOT${path}"`),
    ...(limits ? ['mount -o remount,bind,ro "$ROOT"'] : []),
  ];
  const rights = limits
    ? `setpriv --reuid=${limits.user} --regid=${limits.user} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`
    : '';
  const variables = Object.entries({ PATH, ...env }).map(([name, value]) => `${name}=${value}`);
  return spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-ec',
      `${mounts.join('\n')}\nexec chroot "$ROOT" ${rights} env -i -C "$FOLDER" "$@"`,
      'sh',
      ...variables,
      ...command,
    ],
    { env: { PATH, ROOT: root, FOLDER: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** Runs a program in a root file system; its exit code, and all that it printed. */
export async function runIn(
  root: string,
  process: Process,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = startIn(root, process);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

/** The process that a started program has become: the child of `unshare`. */
export function processOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

/** A new root file system of a release of Debian, in a folder. Its packages are fetched once. */
export async function debianIn(folder: string, release: string): Promise<void> {
  const cached = join(CACHE, `debian-${release}`);
  if (!existsSync(cached)) {
    mkdirSync(CACHE, { recursive: true });
    rmSync(`${cached}.new`, { recursive: true, force: true });
    // The mirrors of this machine, if it has the same release.
    const isSame = readFileSync('/etc/os-release', 'utf8').includes(`VERSION_CODENAME=${release}\n`);
    const mirrors = isSame ? globSync('/etc/apt/{sources.list,sources.list.d/*.{sources,list}}') : [];
    const child = spawn(
      'mmdebstrap',
      ['--quiet', '--variant=minbase', ...AS_IN_SLIM, release, `${cached}.new`, ...mirrors],
      { stdio: 'ignore' },
    );
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) throw new Error(`mmdebstrap ended with exit code ${status}.`);
    renameSync(`${cached}.new`, cached);
  }
  execFileSync('cp', ['-ax', cached, folder]); // without file systems that are still mounted in it
}
