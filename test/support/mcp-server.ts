/** An engine with its MCP server, without a network. */
import { createPartnerApi } from '@bord/adapter-http';
import { mountMcp } from '@bord/adapter-http/mcp';
import { createEngine, type Engine, type EngineOptions } from '@bord/engine';

const secretKeys = [new Uint8Array(32).fill(42)];

export function mcpServer(options: EngineOptions): {
  readonly engine: Engine;
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const engine = createEngine({ ...options, secretKeys });
  const api = createPartnerApi({ engine });
  const nowMs = options.clock?.nowMs ?? Date.now;
  mountMcp({ api, engine, secretKeys, publicUrl: () => 'http://127.0.0.1', nowMs });
  return { engine, fetch: api.fetch };
}
