/** Servers to measure, each in a separate process: the built `bord serve`, and a bare `node:http`. Needs Linux. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '..');
const BORD = join(ROOT, 'packages/cli/bin/bord.js');

/** A server that listens. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** An empty folder on the disk of the project, which has to be a real one: flushes count. Goes when the process ends. */
export function newFolder(): string {
  mkdirSync(join(ROOT, 'data'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'data', 'bench-'));
  folders.add(folder);
  return folder;
}

/** Builds what is stale: servers run as they would be installed. */
export function build(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('the packages cannot be built (above)');
}

/** `bord serve` in a separate folder, on a SQLite file in it by default. Its log begins at `logLevel`. */
export async function startBord(
  folder: string,
  logLevel = 'fatal',
  database = databaseIn(folder).url,
): Promise<Server> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    BORD_DATABASE: database,
    BORD_LOG: logLevel,
    ...(database.startsWith('postgres:') && { BORD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }),
  };
  const child = start([BORD, 'serve', '--port', '0'], folder, env);
  const { port } = JSON.parse(await firstLine(child)) as { port: number };
  return serverOf(child, port);
}

export function databaseIn(folder: string): { readonly path: string; readonly url: string } {
  const path = join(folder, 'bord.db');
  return { path, url: `sqlite:${path}` };
}

const BARE = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body);
const server = createServer((req, res) => void res.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** The answer of a bare server: names and values in turn, and a text. */
export interface BareAnswer {
  readonly headers: readonly string[];
  readonly body: string;
}

/** The least that can be done: a `node:http` server that answers all requests alike. */
export async function startBare(folder: string, answer: BareAnswer): Promise<Server> {
  const [program, data] = [join(folder, 'bare.mjs'), join(folder, 'bare.json')];
  writeFileSync(program, BARE);
  writeFileSync(data, JSON.stringify(answer));
  const child = start([program, data], folder, { PATH: process.env['PATH'] ?? '' });
  return serverOf(child, Number(await firstLine(child)));
}

function start(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('a server ended before it listened')),
  );
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined);
  return line;
}

function serverOf(child: ChildProcess, port: number): Server {
  return {
    port,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The processor's time that a process has used, all its threads together, in µs. */
export function cpuOf({ pid }: Server): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    nanoseconds += Number(used);
  }
  return nanoseconds / 1000;
}

/** How much memory a process holds, in MiB. */
export function memoryOf({ pid }: Server): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kib) / 1024;
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** A kept-alive connection, with as little around it as can be: what the client costs, the server does not get. */
export interface Connection {
  /** Sends a whole request; resolves with its answer, which has a `content-length`. */
  ask(request: string): Promise<RawAnswer>;
  end(): void;
}

export async function connectTo({ port }: Pick<Server, 'port'>): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let chunks: Buffer[] = [];
  let got = 0;
  let head = '';
  let bodyAt = 0;
  let end = Infinity;
  let waiting: PromiseWithResolvers<RawAnswer> | undefined;

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    got += chunk.length;
    if (end === Infinity) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const headEnd = all.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      head = all.toString('latin1', 0, headEnd);
      bodyAt = headEnd + 4;
      end = bodyAt + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (got < end) return;
    const status = Number(head.slice(9, 12));
    const body = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).subarray(bodyAt, end);
    [chunks, got, end] = [[], 0, Infinity];
    waiting?.resolve({ status, head, body });
  });
  const fail = (): void => waiting?.reject(new Error('a server hung up'));
  socket.on('error', fail).on('close', fail);
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      if (socket.destroyed) fail();
      else socket.write(request);
      return waiting.promise;
    },
    end: () => void socket.destroy(),
  };
}

/** A request as it goes over the wire. */
export function requestOf(
  method: string,
  path: string,
  key: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const json = body && JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'accept: */*',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (json !== undefined)
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(json)}`);
  return `${lines.join('\r\n')}\r\n\r\n${json ?? ''}`;
}
