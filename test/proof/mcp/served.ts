/** Bord's MCP server at `/mcp`, and the fixtures of the conformance suite behind the same mounting code at `/fixtures`. */
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountMcp } from '@bord/adapter-http/mcp';
import { createEngine, definePlan, type Engine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import type { HttpRequest } from '../../../packages/adapter-http/src/http/http-request.ts';
import { createSeals } from '../../../packages/adapter-http/src/mcp/seals.ts';
import { createServeMcp } from '../../../packages/adapter-http/src/mcp/serve-mcp.ts';
import { DEMO_ID } from '../../support/world.ts';
import { fixtureServer } from './fixtures.ts';

const secretKeys = [new Uint8Array(32).fill(7)];

export interface Served {
  readonly engine: Engine;
  readonly url: string;
  close(): Promise<void>;
}

/** @param hidden a planted fault: a header that the server at `/mcp` does not see */
export async function serveMcp(hidden?: string): Promise<Served> {
  const storage = memoryStorage({ nowMs: Date.now });
  const engine = createEngine({ storage, secretKeys });
  const plan = definePlan({
    name: 'Sjöbaren',
    alias: 'sjobaren',
    timeZone: 'Europe/Stockholm',
    tables: [{ id: 'T1', seatsMin: 1, seatsMax: 4 }],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
    bookingPage: {},
  });
  await engine.operator.locations.apply(plan, DEMO_ID);
  let url = '';
  const parts = { engine, publicUrl: () => url, nowMs: Date.now };
  const api = createPartnerApi({ engine });
  mountMcp({ api: hidden === undefined ? api : without(hidden, api), secretKeys, ...parts });
  const serve = createServeMcp({ ...parts, seals: createSeals(secretKeys) }, fixtureServer);
  api.route('/fixtures', (request, _, receive) => serve(request, null, receive));
  const server = await serveHttp({ api, host: '127.0.0.1', port: 0, graceMs: 0 });
  url = `http://127.0.0.1:${server.port}`;
  return {
    engine,
    url,
    async close() {
      await server.close();
      engine.detach();
      await storage.close();
    },
  };
}

type Routes = Parameters<typeof mountMcp>[0]['api'];

/** Routes whose requests lack a header. */
function without(hidden: string, { route }: Routes): Routes {
  const blind = (request: HttpRequest): HttpRequest =>
    Object.create(request, {
      headers: { value: { get: (name: string) => (name === hidden ? null : request.headers.get(name)) } },
    });
  return {
    route: (path, work) =>
      route(path, typeof work === 'function' ? (request, ...more) => work(blind(request), ...more) : work),
  };
}
