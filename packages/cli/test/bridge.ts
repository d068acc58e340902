/** Runs the programs that a shell script of a page names. `bord` runs in the processes that tests share (`hosts.ts`), so that no command starts one. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { IS_LONG } from '../../../test/support/long.ts';
import { sql } from '../../../test/support/postgres.ts';
import { type Bord, type Run, words } from './run-bord.ts';
import { serveBord } from './serve-bord.ts';

export interface Bridge {
  /** The socket, which the script has as `BRIDGE`. */
  readonly path: string;
  /** The time for the commands; null: that of the machine. */
  nowMs: number | null;
  close(): Promise<void>;
}

/**
 * The beginning of a script. It needs `curl`.
 *
 * - `bord serve` and `npm start` start a server, wait until it is ready, and stop it by SIGTERM.
 * - `npm install` has no effect: `.ci/run` has installed before it runs a test.
 * - `npm start -w examples/partner-client` runs the example, whose output the page shows; `test/examples` runs the others.
 * - `psql URL -c STATEMENT` runs the statements on PostgreSQL.
 */
export const SHELL_FUNCTIONS = `
run() { eval "$({ printf '%s\\0' "$@"; printf '\\0'; env -0; } | command curl -s --unix-socket "$BRIDGE" --data-binary @- http://bord/)"; }
bord() { run bord "$@"; }
psql() { run psql "$@"; }
npx() { "$@"; }
npm() {
  case "$*" in
    install) ;;
    start) run bord serve ;;
    'start -w examples/partner-client') (cd "$ROOT/examples/partner-client" && "$NODE" --run start) ;;
    'start -w examples/'*) ;;
    *) return 1 ;;
  esac
}`;

/** For commands on PostgreSQL, of pages that do not name a key. */
const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');

/** Waits for the commands of a script in the folder of this Bord. */
export async function openBridge(bord: Bord): Promise<Bridge> {
  const path = join(bord.folder, 'bridge.sock');
  const bridge: Bridge = {
    path,
    nowMs: null,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  const runProgram = async ([program, ...args]: string[], env: Record<string, string>): Promise<Run> => {
    if (program === 'psql') return runStatements(args);
    if (args[0] === 'serve') return startAndStop(bord, env);
    const given = {
      ...(env['BORD_DATABASE']?.startsWith('postgres:') && { BORD_SECRET_KEY: SECRET_KEY }),
      ...env,
    };
    // `test/examples/own-storage.test.ts` has the other cases.
    const sample = args[0] === 'verify-store' && !IS_LONG ? words('--only service --only leaderLocks') : [];
    const ended = await bord.run([...args, ...sample], {
      env: given,
      ...(bridge.nowMs !== null && { nowMs: bridge.nowMs }),
    });
    // It reports its progress on the standard error.
    return args[0] === 'conformance' && ended.code === 0 ? { ...ended, err: '' } : ended;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [args, env] = (await text(request)).split('\0\0', 2).map((part) => part.split('\0'));
    const named = env!.map((line) => line.split(/=(.*)/s, 2) as [string, string]);
    const own = Object.fromEntries(named.filter(([name]) => /^BORD_\w+$|^NODE_OPTIONS$/.test(name)));
    const { code, out, err } = await runProgram(args!, own);
    response.end(`printf %s ${quoted(out)}; printf %s ${quoted(err)} >&2; (exit ${code ?? 1})`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(path), 'listening');
  return bridge;
}

const quoted = (given: string): string => `'${given.replaceAll("'", String.raw`'\''`)}'`;

/** Starts a server, which must become ready and end on SIGTERM. */
async function startAndStop(bord: Bord, env: Record<string, string>): Promise<Run> {
  const server = await serveBord(bord, 'serve --port 0', env);
  const { status } = await fetch(`${server.at.url}/readyz`, { headers: { connection: 'close' } });
  server.kill('SIGTERM');
  const { code, err } = await server.ended;
  const isRight = status === 200 && code === 0; // then the standard error has the link to the demo console
  return { code, out: '', err: isRight ? '' : `${err}/readyz answered ${status}` };
}

/** Runs the statements of `psql URL -c STATEMENT …`. */
async function runStatements([url, ...args]: readonly string[]): Promise<Run> {
  const statements = args.filter((_, i) => args[i - 1] === '-c');
  try {
    for (const statement of statements) await sql(url!, statement);
    return { code: statements.length > 0 ? 0 : 2, out: '', err: '' };
  } catch (error) {
    return { code: 1, out: '', err: (error as Error).message };
  }
}
