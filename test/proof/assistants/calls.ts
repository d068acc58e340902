/** Calls of the tools of an MCP server, without a library. */
export type Fetch = (request: Request) => Promise<Response>;

// oxlint-disable-next-line typescript/no-explicit-any -- the facts of all tools
export type Facts = any;

export interface Answer {
  readonly isRejected: boolean;
  readonly facts: Facts;
  /** The whole result of the protocol. */
  readonly result: Facts;
}

export interface Call {
  readonly tool: string;
  readonly args: Facts;
  /** The API key. */
  readonly key: string;
  /** More parameters of the protocol. */
  readonly params?: object;
}

const META = 'io.modelcontextprotocol';
const VERSION = '2026-07-28';

export async function callTool(fetch: Fetch, { tool, args, key, params = {} }: Call): Promise<Answer> {
  const meta = {
    [`${META}/protocolVersion`]: VERSION,
    [`${META}/clientInfo`]: { name: 'proof', version: '1' },
    [`${META}/clientCapabilities`]: { elicitation: { form: {} } },
  };
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
      ...(key !== '' && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args, ...params, _meta: meta },
    }),
  });
  const response = await fetch(request);
  if (response.status >= 500) throw new Error(`${tool}: ${response.status} ${await response.text()}`);
  const { result } = (await response.json()) as { readonly result?: Facts };
  return { isRejected: !result || result.isError === true, facts: result?.structuredContent ?? {}, result };
}
