/** The processes of a test file in which commands are run: one for each that runs at the same time as another. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { programFor } from '../../../test/support/bord-program.ts';
import { compileCache } from '../../../test/support/compile-cache.ts';
import { END, type HostOrder } from './command-host.ts';
import type { Run } from './run-bord.ts';

const idle: ChildProcess[] = [];

/** Runs a command to its end. */
export async function runHosted(order: HostOrder): Promise<Run> {
  const host = idle.pop() ?? (await startHost());
  const ended = new Promise<number | null>((done) => {
    host.once('message', (code) => done(code as number));
    host.once('exit', done); // by the command
  });
  host.send(order);
  const [code, out, err] = await Promise.all([ended, textOf(host.stdout!), textOf(host.stderr!)]);
  host.removeAllListeners();
  if (host.connected) idle.push(host);
  return { code, out, err };
}

/** The host ends with this process. */
async function startHost(): Promise<ChildProcess> {
  const script = new URL('command-host.ts', import.meta.url);
  const host = fork(script, [programFor({})], {
    execArgv: ['--conditions=@bord/source'],
    env: { PATH: process.env['PATH'], ...compileCache() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await once(host, 'message');
  return host;
}

/** The output of a stream until a command, or the process itself, has ended. */
function textOf(stream: Readable): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const finish = (): void => {
      stream.off('data', take).off('close', finish);
      done(Buffer.concat(chunks).toString().replace(END, ''));
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (Buffer.concat(chunks.slice(-2)).includes(END)) finish();
    };
    stream.on('data', take).on('close', finish);
  });
}
