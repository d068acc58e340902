import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../packages.ts';

/** A date so many days ahead. */
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const PAGE = 'docs/start/embed.md';
/** The name under which the page has it saved. */
export const EMBEDDING_FILE = 'embed.mts';

/** The first program of the page for integrators. */
export function embeddingProgram(): string {
  const program = /^```ts\n([^]*?)^```/m.exec(readFileSync(resolve(root, PAGE), 'utf8'))?.[1];
  if (!program?.includes('createPartnerApi')) throw new Error(`${PAGE} does not begin with createPartnerApi`);
  return program;
}

/** Writes the first program of the page for integrators; the file's name. */
export function writeReadmeProgram(folder: string): string {
  writeFileSync(join(folder, EMBEDDING_FILE), embeddingProgram());
  return EMBEDDING_FILE;
}

/** Runs that program, and reads a day from its server with the key that it prints. */
export async function runReadme(folder: string): Promise<void> {
  writeReadmeProgram(folder);
  await runEmbedding(folder, { env: process.env, command: [process.execPath] });
}

/** Runs the program in this folder with this Node. */
export async function runEmbedding(
  folder: string,
  { env, command }: { readonly env: NodeJS.ProcessEnv; readonly command: readonly string[] },
): Promise<void> {
  // The port of the page can be taken: the program gets a free one without a change of its lines.
  writeFileSync(
    join(folder, 'free-port.mjs'),
    `import { Server } from 'node:net';
    const listen = Server.prototype.listen;
    Server.prototype.listen = function (port, ...rest) {
      this.once('listening', () => console.log('port ' + this.address().port));
      return listen.call(this, 0, ...rest);
    };`,
  );
  rmSync(join(folder, 'bord.db'), { force: true });
  const [program, ...args] = command;
  const child = spawn(program!, [...args, '--import', './free-port.mjs', EMBEDDING_FILE], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  try {
    const [locationId, key, port] = await printed(child, /^(\S+) (bord_\S+)$[^]*^port (\d+)$/m);
    const url = `http://127.0.0.1:${port}/v1/partner-api/locations/${locationId}/availability?date=${dayAhead(1)}&partySize=2`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}`, connection: 'close' } });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    await response.text();
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`after SIGTERM it ended with ${code}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** The groups of a pattern in the output of a process. */
function printed(child: ReturnType<typeof spawn>, pattern: RegExp): Promise<string[]> {
  return new Promise((done, fail) => {
    let out = '';
    let err = '';
    child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const found = pattern.exec(out);
      if (found) done(found.slice(1));
    });
    child.once('close', () => fail(new Error(`it ended, and has printed\n${out}${err}`)));
  });
}
