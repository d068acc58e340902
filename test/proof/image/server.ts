/** The server of an image, started without rights. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import type { Image } from './build.ts';
import { type Limits, processOf, runIn, startIn } from './chroot.ts';

export const START_MS = 1000;
const STARTS = 3;
const LONGEST_STOP_MS = 25_000;

const RIGHTS = ['capabilities', 'the user root', 'new rights by setuid programs', 'a writable root'];

/** Starts the server of an image several times; the faults. */
export async function serverFaults(image: Image, folder: string): Promise<readonly string[]> {
  const { root, user, entrypoint, command } = image;
  const volumes = new Map(image.volumes.map((path, at) => [path, join(folder, `volume-${at}`)]));
  for (const [path, host] of volumes) spawnSync('cp', ['-a', join(root, path), host]);
  const limits: Limits = { user, volumes };
  const port = await freePort();
  const env = { ...image.env, HOST: '127.0.0.1', PORT: String(port) };
  const inside = { env, folder: image.folder, limits };
  const run = (program: readonly string[]) => runIn(root, { ...inside, command: program });
  const faults: string[] = [];
  const startsMs: number[] = [];
  for (let start = 1; start <= STARTS; start++) {
    const startedMs = performance.now();
    const child = startIn(root, { ...inside, command: [...entrypoint, ...command] });
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The server has ended:\n${output}`);
      await pause(5);
    }
    startsMs.push(Math.round(performance.now() - startedMs));
    if (start === STARTS) {
      faults.push(
        ...rightsOf(processOf(child)).map((right) => `the server has ${right}`),
        ...(await controlOfRights(root)),
      );
      const results = { health: await run(image.healthCheck), doctor: await run(['bord', 'doctor']) };
      for (const [what, { status, output: printed }] of Object.entries(results))
        if (status !== 0) faults.push(`${what}: exit code ${status}\n${printed}`);
    }
    const status = await endOf(child);
    if (status !== 0) faults.push(`on SIGTERM it ends with exit code ${status}`);
  }
  if ((await run(image.healthCheck)).status === 0) faults.push('health: success without a server');
  console.log(`server: starts in ${startsMs.join(', ')} ms`);
  if (Math.min(...startsMs) > START_MS) faults.push(`it starts in ${Math.min(...startsMs)} ms at best`);
  return faults;
}

/** Asks a server to stop, and ends it if it does not; its exit code. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const pid = processOf(child);
  process.kill(pid, 'SIGTERM');
  const timer = setTimeout(() => process.kill(pid, 'SIGKILL'), LONGEST_STOP_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return status;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** A process without limits has each right that {@link rightsOf} can report. */
async function controlOfRights(root: string): Promise<readonly string[]> {
  const child = startIn(root, { command: ['sh', '-c', 'echo; exec sleep 60'], env: {}, folder: '/' });
  await once(child.stdout!, 'data');
  const rights = rightsOf(processOf(child));
  child.kill('SIGKILL');
  await once(child, 'close');
  return RIGHTS.filter((right) => !rights.includes(right)).map((right) => `control: not reported: ${right}`);
}

/** The rights that a process has and must not have. */
function rightsOf(pid: number): readonly string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const valueOf = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)![1]!;
  const capabilities = ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].filter((name) => /[^0]/.test(valueOf(name)));
  const has = [
    capabilities.length > 0,
    valueOf('Uid') === '0',
    valueOf('NoNewPrivs') !== '1',
    !/ \/ \S+ ro[, ]/.test(readFileSync(`/proc/${pid}/mounts`, 'utf8')),
  ];
  return RIGHTS.filter((_, at) => has[at]);
}
