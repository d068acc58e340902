/** Servers as separate processes, killed by SIGKILL. */
import { createEngine, type Storage } from '@bord/engine';
import { Bord } from '../../servers/bord-process.ts';
import type { Servers } from './histories.ts';
import { furnish, type World } from './world.ts';

export interface Processes {
  readonly world: Pick<World, 'engine' | 'keys'>;
  readonly servers: Servers;
  end(): Promise<void>;
}

export async function openProcesses(url: string, storage: Storage): Promise<Processes> {
  const engine = createEngine({ storage });
  const keys = await furnish(engine);
  const bord = new Bord(url, { BORD_DEMO: '0' });
  const running = [await bord.serve(), await bord.serve()];
  return {
    world: { engine, keys },
    servers: {
      all: running.map((_, i) => async (request: Request) => {
        const { method, headers } = request;
        return fetch(`${running[i]!.root}/mcp`, { method, headers, body: await request.text() });
      }),
      async kill(i) {
        const { process } = running[i]!;
        bord.forget(process);
        process.kill('SIGKILL');
        running[i] = await bord.serve();
      },
    },
    async end() {
      await bord.end();
      engine.detach();
      await storage.close();
    },
  };
}
