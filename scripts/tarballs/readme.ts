import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../packages.ts';

const PAGE = 'docs/start/embed.md';
const NAME = 'embed.mts';

/** The first program of the page for integrators. */
function embeddingProgram(): string {
  const program = /^```ts\n([^]*?)^```/m.exec(readFileSync(resolve(root, PAGE), 'utf8'))?.[1];
  if (!program?.includes('createPartnerApi')) throw new Error(`${PAGE} does not begin with createPartnerApi`);
  return program;
}

/** Writes the first program of the page for integrators; the file's name. */
export function writeReadmeProgram(folder: string): string {
  writeFileSync(join(folder, NAME), embeddingProgram());
  return NAME;
}

/** Runs that program, and reads a day from its server with the key that it prints. */
export async function runReadme(folder: string): Promise<void> {
  writeReadmeProgram(folder);
  // The port of the page can be taken: the program gets a free one without a change of its lines.
  writeFileSync(
    join(folder, 'free-port.js'),
    `import { Server } from 'node:net';
    const listen = Server.prototype.listen;
    Server.prototype.listen = function (port, ...rest) {
      this.once('listening', () => console.log('port ' + this.address().port));
      return listen.call(this, 0, ...rest);
    };`,
  );
  rmSync(join(folder, 'bord.db'), { force: true });
  const child = spawn(process.execPath, ['--import', './free-port.js', NAME], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  try {
    const [locationId, key, port] = await printed(child, /^(\S+) (bord_\S+)$[^]*^port (\d+)$/m);
    const url = `http://127.0.0.1:${port}/v1/partner-api/locations/${locationId}/availability?date=2026-12-03&partySize=2`;
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

/** What the groups of a pattern have found in what a process prints. */
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
