/** The first steps of the READMEs from an empty folder: a first booking by curl, and the embedding example. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { CLI, packages, root } from '../packages.ts';
import { EMBEDDING_FILE, embeddingProgram, runEmbedding } from '../tarballs/readme.ts';
import { type Installation, shell } from './installation.ts';

const COMMANDS_AT_MOST = 4;
const LINES_AT_MOST = 20;
const READY_MS = 60_000;

/** The commands of "Make a first booking" in the README of the command line. */
function firstCommands(): readonly string[] {
  const readme = readFileSync(join(root, 'packages/cli/README.md'), 'utf8');
  const section = /^## Make a first booking\n([^]*?)^## /m.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/^ *```(?:sh|text)\n([^]*?)^ *```$/gm)].map(([, block]) => block!.trim());
}

/** Makes a first booking with the commands of the README, in order; how many there are. */
export async function bookByReadme(installation: Installation, version: string): Promise<number> {
  const commands = firstCommands();
  const [install, serve, key, book, ...more] = commands;
  if (book === undefined || more.length > 0)
    throw new Error(`A first booking takes ${commands.length} commands, not at most ${COMMANDS_AT_MOST}.`);
  const { folder, translated } = installation;
  shell(translated(install!.replace(CLI.name, `${CLI.name}@${version}`)), installation);
  const port = await freePort();
  const server = await serving(translated(serve!), installation, port);
  try {
    const answer = shell(
      `${translated(key!)}\n${book.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)}`,
      installation,
    );
    const booking = JSON.parse(/^\{.*\}$/m.exec(answer)?.[0] ?? '{}') as { status?: string };
    if (booking.status !== 'confirmed') throw new Error(`The booking was answered ${answer}`);
    const listed = shell(
      translated(`npx ${CLI.command} bookings list --location Bryggan --date tomorrow --json`),
      { folder, env: installation.env },
    );
    if (!listed.includes('Alva Lind')) throw new Error(`The booking is not listed:\n${listed}`);
  } finally {
    await server.stop();
  }
  return commands.length;
}

/** Compiles the embedding example strictly, where TypeScript is wanted, and runs it; its number of lines. */
export async function embedByReadme(
  installation: Installation,
  { version, compiles }: { readonly version: string; readonly compiles: boolean },
): Promise<number> {
  const program = embeddingProgram();
  const lines = program.trimEnd().split('\n').length;
  if (lines > LINES_AT_MOST)
    throw new Error(`The embedding example has ${lines} lines, not at most ${LINES_AT_MOST}.`);
  const { folder, env, translated } = installation;
  const own = packages.map(({ name }) => `${name}@${version}`);
  installation.add(...own, ...(compiles ? ['typescript@5.9', '@types/node@24'] : []));
  writeFileSync(join(folder, EMBEDDING_FILE), program);
  if (compiles) {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: STRICT, files: [EMBEDDING_FILE] }),
    );
    shell(translated('npx tsc'), installation);
  }
  await runEmbedding(folder, { env, command: ['node'] });
  return lines;
}

const STRICT = {
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** A server that a line of shell starts, as soon as it is ready. */
async function serving(
  line: string,
  { folder, env }: Installation,
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn('bash', ['--norc', '-c', line], {
    cwd: folder,
    env: { ...env, PORT: String(port) },
    detached: true, // a group: package managers do not pass signals on
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async (): Promise<void> => {
    signalGroup(child, 'SIGTERM');
    await Promise.race([ended, pause(15_000).then(() => signalGroup(child, 'SIGKILL'))]);
    await ended;
  };
  for (const startedMs = Date.now(); !(await isReady(port)); await pause(100)) {
    if (child.exitCode === null && Date.now() - startedMs < READY_MS) continue;
    await stop();
    throw new Error(`${line}\nThe server did not become ready. It printed:\n${output.slice(-2000)}`);
  }
  return { stop };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // The group has ended.
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
