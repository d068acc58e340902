import { openApiDocument } from '@bord/adapter-http';
import { mountMcp } from '@bord/adapter-http/mcp';
import { mountPages } from '@bord/adapter-http/pages';
import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { BASE, DEMO_ID } from './world.ts';

/** The template of every path of a `bord serve`, such as `/manage/:token`. A test of the load classes compares it with the paths that the router knows. */
export function allPaths(): string[] {
  const engine = createEngine({ storage: memoryStorage({ nowMs: Date.now }) });
  const paths = new Set(['/healthz', '/readyz', '/metrics', '/docs', `${BASE}/openapi.json`, `${BASE}/**`]);
  for (const path of Object.keys(openApiDocument(BASE).paths))
    paths.add(BASE + path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const api = { route: (path: string) => void paths.add(path) };
  mountMcp({ api, engine, secretKeys: [], publicUrl: () => 'http://localhost' });
  mountPages({
    api,
    engine,
    demoLocationId: DEMO_ID,
    publicUrl: () => 'http://localhost',
    mailFrom: 'bord@example.com',
    startPage: true,
    bookingPage: true,
    console: true,
    files: { getItemRaw: async () => null, setItemRaw: async () => undefined },
    consoleDemo: { locationId: DEMO_ID, email: 'demo@example.com', prepare: async () => undefined },
  });
  return [...paths].toSorted();
}
