/** The MCP server for assistants (D53). Public as `@bord/adapter-http/mcp`. */
import type { Engine } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { lazily } from '../http/lazily.ts';
import type { PartnerApi, Work } from '../http/partner-api.ts';
import { llmsText } from './llms-text.ts';
import { createSeals } from './seals.ts';
import type { ServeMcp } from './serve-mcp.ts';

/** How the MCP server is mounted. */
export interface McpOptions {
  /** The API to which it is added. */
  readonly api: Pick<PartnerApi, 'route'>;
  /** The engine that it asks. */
  readonly engine: Engine;
  /** Those of the engine: offers and handles are sealed with the first one, and valid at every server that has it. */
  readonly secretKeys: readonly Uint8Array[];
  /** Where people reach the server, such as `https://book.example.com`: requests of pages of other origins are rejected. */
  readonly publicUrl: () => string;
  /** Defaults to the clock of this machine. */
  readonly nowMs?: () => number;
}

/** Adds `/mcp`, `/mcp/{alias}` and `/llms.txt` to the routes of an API. The protocol's library is loaded with the first request. */
export function mountMcp({ api, engine, secretKeys, publicUrl, nowMs = Date.now }: McpOptions): void {
  const seals = createSeals(secretKeys);
  const load = lazily(async (): Promise<ServeMcp> => {
    const { createServeMcp } = await import('./serve-mcp.ts');
    return createServeMcp({ engine, seals, publicUrl, nowMs });
  });
  const work: Work = async (request: HttpRequest, { alias = null }, receive): Promise<Answer> =>
    (await load())(request, alias, receive);
  api.route('/mcp', work);
  api.route('/mcp/:alias', work);
  api.route('/llms.txt', {
    GET: async () => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      cacheControl: 'public, max-age=3600',
      body: llmsText(
        publicUrl().replace(/\/+$/, ''),
        await engine.visitor({ networkKey: '', assistant: '' }).restaurants(),
      ),
    }),
  });
}
