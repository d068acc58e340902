/** Runs `bord` for a shell script in the processes that tests share (`hosts.ts`), so that no command starts one. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bord } from './run-bord.ts';

export interface Bridge {
  /** The socket, which the script has as `BRIDGE`. */
  readonly path: string;
  /** The time for the commands; null: that of the machine. */
  nowMs: number | null;
  close(): Promise<void>;
}

/** The beginning of a script. It needs `curl`. */
export const BORD_FUNCTION = `
bord() { eval "$({ printf '%s\\0' "$@"; printf '\\0'; env -0; } | command curl -s --unix-socket "$BRIDGE" --data-binary @- http://bord/)"; }
npx() { "$@"; }`;

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
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [args, env] = (await text(request)).split('\0\0', 2).map((part) => part.split('\0'));
    const named = env!.map((line) => line.split(/=(.*)/s, 2) as [string, string]);
    const own = Object.fromEntries(named.filter(([name]) => /^BORD_\w+$/.test(name)));
    const { code, out, err } = await bord.run(args!, {
      env: own,
      ...(bridge.nowMs !== null && { nowMs: bridge.nowMs }),
    });
    response.end(`printf %s ${quoted(out)}; printf %s ${quoted(err)} >&2; (exit ${code ?? 1})`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(path), 'listening');
  return bridge;
}

const quoted = (given: string): string => `'${given.replaceAll("'", String.raw`'\''`)}'`;
