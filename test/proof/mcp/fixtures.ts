/** The tools, prompts and resources that `@modelcontextprotocol/conformance` asks for, as a server that is mounted like Bord's. */
import { Buffer } from 'node:buffer';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  MissingRequiredClientCapabilityError,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { McpSession } from '../../../packages/adapter-http/src/mcp/mcp-server.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (content: string) => ({ type: 'text' as const, text: content });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const embedded = (uri: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: content },
});
const done = (...content: CallToolResult['content']): CallToolResult => ({ content });

/** A call of a tool or prompt. */
interface Use {
  readonly context: ServerContext;
  readonly seals: McpSession['seals'];
}

type Answered<R> = R | InputRequiredResult | Promise<R | InputRequiredResult>;

const form = (message: string, field: string, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } as never }, required: [field] },
  });
const question = (message: string, maxTokens = 100): InputRequests[string] => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(message) }], maxTokens },
});
const ROOTS: InputRequests[string] = { method: 'roots/list' };

const SEALED_FOR = { purpose: 'state', caller: 'fixtures' } as const;

/** Asks for these, one round after the other; the client's answers are in `requestState`. */
function asking<R>(
  rounds: readonly InputRequests[],
  finish: (answers: Readonly<Record<string, unknown>>) => R,
  { isStateful = true } = {},
) {
  return ({ context: { mcpReq }, seals }: Use): R | InputRequiredResult => {
    const state = mcpReq.requestState<string>();
    const opened = state === undefined ? null : seals.open(SEALED_FOR, state);
    if (state !== undefined && opened === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
    const answers = { ...(opened && JSON.parse(opened.toString())), ...mcpReq.inputResponses };
    const inputRequests = rounds.find((round) => Object.keys(round).some((name) => !answers[name]));
    if (!inputRequests) return finish(answers);
    const requestState = seals.seal(SEALED_FOR, Buffer.from(JSON.stringify(answers)));
    return inputRequired({ inputRequests, ...(isStateful && { requestState }) });
  };
}

/** Sends notifications before its result. */
const noting =
  (notes: (context: ServerContext) => readonly Parameters<ServerContext['mcpReq']['notify']>[0][]) =>
  async ({ context }: Use): Promise<CallToolResult> => {
    for (const note of notes(context)) await context.mcpReq.notify(note);
    return done(text('Done'));
  };

const TOOLS: Readonly<Record<string, (use: Use) => Answered<CallToolResult>>> = {
  test_simple_text: () => done(text('This is a simple text response for testing.')),
  test_image_content: () => done(image),
  test_audio_content: () => done({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    done(embedded('test://embedded-resource', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    done(text('Multiple content types test:'), image, embedded('test://mixed-content-resource', '{}')),
  test_error_handling: () => ({
    ...done(text('This tool intentionally returns an error for testing')),
    isError: true,
  }),
  test_tool_with_progress: noting(({ mcpReq }) =>
    [0, 50, 100].map((progress) => ({
      method: 'notifications/progress',
      params: { progressToken: mcpReq['_meta']?.progressToken ?? 0, progress, total: 100 },
    })),
  ),
  test_tool_with_logging: noting(() =>
    ['started', 'processing data', 'completed'].map((data) => ({
      method: 'notifications/message',
      params: { level: 'info', data },
    })),
  ),
  test_logging_tool: async ({ context }) => {
    await context.mcpReq.log('info', 'a client without a level must not see it');
    return done(text('Done'));
  },
  test_missing_capability: ({ context }) => {
    const envelope: Readonly<Record<string, object>> = context.mcpReq.envelope ?? {};
    if ('sampling' in (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {})) return done(text('Done'));
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: asking([{ name: form('Who?', 'name') }], () => done(text('Done'))),
  test_input_required_result_elicitation: asking(
    [{ user_name: form('What is your name?', 'name') }],
    (answers) => done(text(`Hello, ${JSON.stringify(answers['user_name'])}!`)),
    { isStateful: false },
  ),
  test_input_required_result_sampling: asking(
    [{ capital_question: question('What is the capital of France?') }],
    (answers) => done(text(JSON.stringify(answers['capital_question']))),
  ),
  test_input_required_result_list_roots: asking([{ client_roots: ROOTS }], (answers) =>
    done(text(JSON.stringify(answers['client_roots']))),
  ),
  test_input_required_result_request_state: asking(
    [{ confirm: form('Please confirm', 'ok', 'boolean') }],
    () => done(text('state-ok')),
  ),
  test_input_required_result_tampered_state: asking(
    [{ confirm: form('Please confirm', 'ok', 'boolean') }],
    () => done(text('state-ok')),
  ),
  test_input_required_result_multiple_inputs: asking(
    [
      {
        user_name: form('What is your name?', 'name'),
        greeting: question('Generate a greeting', 50),
        client_roots: ROOTS,
      },
    ],
    () => done(text('Done')),
  ),
  test_input_required_result_multi_round: asking(
    [{ step1: form('Step 1: What is your name?', 'name') }, { step2: form('Step 2: Which color?', 'color') }],
    () => done(text('Done')),
  ),
  test_input_required_result_capabilities: asking([{ capital_question: question('What is it?') }], () =>
    done(text('Done')),
  ),
};

type Given = Readonly<Record<string, string>>;
const messagesOf = (...content: PromptMessage['content'][]) => ({
  messages: content.map((one): PromptMessage => ({ role: 'user', content: one })),
});

const PROMPTS: Readonly<
  Record<
    string,
    readonly [
      args: readonly string[],
      run: (given: Given, use: Use) => Answered<ReturnType<typeof messagesOf>>,
    ]
  >
> = {
  test_simple_prompt: [[], () => messagesOf(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: [
    ['arg1', 'arg2'],
    ({ arg1, arg2 }) => messagesOf(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
  test_prompt_with_embedded_resource: [
    ['resourceUri'],
    ({ resourceUri = '' }) => messagesOf(embedded(resourceUri, 'Embedded resource content for testing.')),
  ],
  test_prompt_with_image: [[], () => messagesOf(image, text('Please analyze the image above.'))],
  test_input_required_result_prompt: [
    [],
    (_, use) =>
      asking([{ user_context: form('What context should the prompt use?', 'context') }], () =>
        messagesOf(text('Done')),
      )(use),
  ],
};

const RESOURCES: readonly { readonly uri: string; readonly mimeType: string; readonly content: object }[] = [
  {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    content: { text: 'This is the content of the static text resource.' },
  },
  { uri: 'test://static-binary', mimeType: 'image/png', content: { blob: PIXEL } },
];
const TEMPLATE = /^test:\/\/template\/(\w+)\/data$/;

function resourceAt(uri: string) {
  const [, id] = TEMPLATE.exec(uri) ?? [];
  const data = { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  const found =
    id === undefined
      ? RESOURCES.find((one) => one.uri === uri)
      : { mimeType: 'application/json', content: data };
  if (!found) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: found.mimeType, ...found.content } as { uri: string; text: string }] };
}

const described = (name: string) => ({ name, description: `A fixture: ${name}` });

/** A tool whose schema must reach the client unchanged. */
const SCHEMA: Tool = {
  ...described('json_schema_2020_12_tool'),
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } } },
    properties: { address: { $ref: '#/$defs/address' }, phone: { type: 'string' } },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['address'] }] }],
    if: { required: ['phone'] },
    then: { required: ['phone'] },
    else: { required: ['address'] },
    additionalProperties: false,
  },
};

export function fixtureServer({ authInfo, era }: McpRequestContext): Server {
  const { seals } = authInfo!.extra!['session'] as McpSession;
  const server = new Server(
    { name: 'fixtures', version: '1' },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: era === 'legacy' ? { subscribe: true } : {},
        logging: {},
        completions: {},
      },
    },
  );
  const unknown = (name: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${name}`);
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...Object.keys(TOOLS).map((name): Tool => ({ ...described(name), inputSchema: { type: 'object' } })),
      SCHEMA,
    ],
  }));
  server.setRequestHandler('tools/call', async ({ params: { name } }, context) => {
    const run = TOOLS[name];
    if (!run) throw unknown(name);
    return run({ context, seals });
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, [args]]): Prompt => ({
      ...described(name),
      arguments: args.map((one) => described(one)),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }, context) => {
    const known = PROMPTS[name];
    if (!known) throw unknown(name);
    return known[1](given, { context, seals });
  });
  server.setRequestHandler('resources/list', () => ({
    resources: RESOURCES.map(({ uri, mimeType }) => ({ uri, mimeType, ...described(uri) })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', ...described('template') }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => resourceAt(uri));
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    server.setRequestHandler(method, () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  return server;
}
