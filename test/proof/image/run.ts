/** Builds the image without Docker, and starts it as a container without rights: `npm run proof -- image --help`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../../../scripts/release/registry.ts';
import { installTools } from '../../../scripts/release/tools.ts';
import { readOptions } from '../../support/instrument-options.ts';
import { buildImage, type Image } from './build.ts';
import { serverFaults, START_MS } from './server.ts';

const MEGABYTES = 90;

const HELP = `Builds the image of deploy/Dockerfile without Docker, and starts it without rights.

Each stage is a root file system from Debian's packages (mmdebstrap) with the Node of npm's package; its instructions run in a chroot.
Needs root and Debian's program mmdebstrap: apt-get install mmdebstrap

npm run proof -- image

  size      the root file system as tar with zstd, at most ${MEGABYTES} MB
  content   no compiler and no package manager; the control is the build stage, which has both
  server    starts within ${START_MS} ms as the image's user, with a read-only root and without capabilities, and ends on SIGTERM with 0
  health    the health check of the image succeeds while the server runs, and fails after it; bord doctor succeeds

Exit code: 0 all as it must be, 1 a fault, 2 wrong usage or a program is missing. About four minutes.`;

readOptions(HELP, {});

if (process.getuid?.() !== 0 || spawnSync('mmdebstrap', ['--version']).status !== 0) {
  console.error('It needs root and mmdebstrap. Install it and run again as root: apt-get install mmdebstrap');
  process.exitCode = 2;
} else process.exitCode = await main();

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-image-'));
  const faults: string[] = [];
  try {
    const [build, image] = (await built(folder)) as [Image, Image];
    const megabytes = await packedSize(image.root);
    console.log(`size: ${megabytes.toFixed(1)} MB`);
    if (megabytes > MEGABYTES) faults.push(`${megabytes.toFixed(1)} MB, more than ${MEGABYTES}`);
    const found = toolsIn(image.root);
    if (found.length > 0) faults.push(`tools in the image: ${found.join(', ')}`);
    const known = toolsIn(build.root);
    console.log(`content: ${found.length} tools; control, the build stage: ${known.join(', ')}`);
    if (!known.includes('npm')) faults.push('control: npm is not found in the build stage');
    faults.push(...(await serverFaults(image, folder)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'All as it must be.' : `${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

async function built(folder: string): Promise<readonly Image[]> {
  const tools = installTools();
  const registry = await startRegistry(tools, folder);
  try {
    return await buildImage(folder, { tools, registry });
  } finally {
    await registry.stop();
  }
}

/** In millions of bytes. */
async function packedSize(root: string): Promise<number> {
  const child = spawn('tar', ['--zstd', '-cf', '-', '-C', root, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`tar ended with exit code ${status}.`);
  return bytes / 1e6;
}

/** The names of compilers and package managers in a root file system. */
function toolsIn(root: string): readonly string[] {
  const names = '{npm,npx,yarn,pnpm,corepack,cc,c++,gcc,g++,clang,make,tsc,esbuild,typescript,python3}';
  const paths = globSync([`{usr/,usr/local/,}{bin,sbin}/${names}`, `**/node_modules/{.bin/,}${names}`], {
    cwd: root,
  });
  return [...new Set(paths.map((path) => path.split('/').at(-1)!))].toSorted();
}
