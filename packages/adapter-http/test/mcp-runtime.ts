/** The MCP server over a restaurant with a booking page, and clients of it, without a network. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RequestRecord } from '@bord/adapter-http';
import { mountMcp } from '@bord/adapter-http/mcp';
import type { BookingPage, Mailer, PlanDescription } from '@bord/engine';
import { onTestFinished } from 'vitest';
import { plan } from './book-runtime.ts';
import { MAILER, openRuntime, SECRET_KEY } from './runtime.ts';

export const ORIGIN = 'http://x';

/** In the order in which they are listed. */
export const TOOLS = [
  'find_restaurants',
  'find_times',
  'hold_table',
  'book_table',
  'join_waitlist',
  'get_booking',
  'change_booking',
  'cancel_booking',
  'get_menu',
] as const;

type Message = Parameters<Mailer['send']>[0];
type Answer = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- facts of many tools

/** Options of a client. */
export interface ClientOptions {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  /** Answers a form; without it, the client has no forms. */
  readonly fill?: (message: string, fields: readonly string[]) => Record<string, string> | null;
  readonly mode?: 'auto' | 'legacy';
}

export async function openMcp(page: Partial<BookingPage> = {}, more: Partial<PlanDescription> = {}) {
  const sent: Message[] = [];
  const mailer = { ...MAILER, send: async (message: Message) => void sent.push(message) };
  const records: RequestRecord[] = [];
  const runtime = await openRuntime({ mailer, onRequest: (record) => void records.push(record) });
  const { api, engine, clock } = runtime;
  const { location: restaurant } = await engine.operator.locations.apply(plan(page, more), null);
  mountMcp({ api, engine, secretKeys: [SECRET_KEY], publicUrl: () => ORIGIN, nowMs: clock.nowMs });

  async function connect({ path = '/mcp', headers = {}, fill, mode = 'auto' }: ClientOptions = {}) {
    const client = new Client(
      { name: 'Claude', version: '1' },
      { capabilities: fill ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode } },
    );
    if (fill)
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const fields = 'requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : [];
        const content = fill(params.message, fields);
        return content === null ? { action: 'decline' } : { action: 'accept', content };
      });
    const transport = new StreamableHTTPClientTransport(new URL(path, ORIGIN), {
      fetch: (url, init) => api.fetch(new Request(url, init)),
      requestInit: { headers },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }

  return { ...runtime, restaurant, sent, records, connect };
}

/** Calls a tool; the answer's facts, with its text. */
export async function useTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Answer> {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content;
  return { ...(structuredContent as object), text: first?.type === 'text' ? first.text : '', isError };
}
