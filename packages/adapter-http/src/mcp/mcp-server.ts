/** The MCP server of one request: lists the tools and calls them. */
import { createHash } from 'node:crypto';
import { BookingError, type Language } from '@bord/engine';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { wireError } from '../http/wire-error.ts';
import { wordsIn } from '../i18n/languages.ts';
import type { AssistantCaller } from './callers.ts';
import { Rejection, type RejectionReason } from './rejection.ts';
import type { Seals } from './seals.ts';
import { MissingDetails, rejectionAnswer, type ToolAnswer, type ToolUse } from './tool.ts';
import { LISTED_TOOLS, TOOL_BY_NAME } from './tools.ts';

/** The facts of a request before its message is read. */
export interface McpSession {
  /** The caller, with the name that the client gives itself. */
  readonly callerOf: (client: string) => AssistantCaller;
  readonly seals: Seals;
  readonly alias: string | null;
  readonly language: Language | null;
  readonly nowMs: () => number;
  /** Is passed errors that the client must not see. */
  readonly failed: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Book restaurant tables: find_times, hold_table with an offer, then book_table. Before booking, repeat date, weekday, local time and party size to the guest; `expect` is what they agreed to. Never invent an offer, hold or booking handle.';

/** The server of one exchange. */
export function mcpServer({ authInfo }: McpRequestContext): Server {
  const session = authInfo?.extra?.['session'] as McpSession;
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    return called(session, { name, given, context });
  });
  return server;
}

const SERVER_INFO = { name: 'bord', title: 'Restaurant bookings', version: '1' };

interface Called {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

async function called(session: McpSession, of: Called): Promise<CallToolResult | InputRequiredResult> {
  const { name, given, context } = of;
  const tool = TOOL_BY_NAME.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool');
  const { seals, alias, language, nowMs, callerOf } = session;
  const caller = callerOf(clientOf(context));
  const use: ToolUse = {
    caller,
    seals,
    alias,
    language,
    nowMs: nowMs(),
    filledIn: filledInBy(session, caller, of),
    canAsk: canAsk(context),
  };
  try {
    const input = tool.input.safeParse(given);
    if (!input.success) throw new Rejection('invalid', {}, faultText(input.error.issues));
    return resultOf(await tool.run(use, input.data as never));
  } catch (error) {
    if (error instanceof MissingDetails && use.canAsk && !use.filledIn && name === 'book_table')
      return asking(session, caller, of, error);
    const rejection = rejectionFor(error);
    if (rejection) return { ...resultOf(rejectionAnswer(rejection)), isError: true };
    session.failed(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

function resultOf({ facts, lines }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: facts };
}

function faultText(issues: z.ZodError['issues']): string {
  const faults = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  return `The arguments are not valid. ${faults.join('; ').slice(0, 500)}`;
}

const REASONS: Readonly<Partial<Record<BookingError['code'], RejectionReason>>> = {
  invalid_request: 'invalid',
  missing_scope: 'not_allowed',
  location_forbidden: 'not_allowed',
  location_list_missing: 'not_allowed',
  hold_not_found: 'hold_unknown',
  booking_not_found: 'booking_unknown',
  link_unknown: 'booking_unknown',
  location_not_found: 'restaurant_unknown',
  too_many_holds: 'too_many_holds',
  waitlist_full: 'waitlist_full',
  already_waiting: 'already_waiting',
  rate_limited: 'rate_limited',
  too_late: 'too_late',
  not_cancellable: 'not_changeable',
  not_movable: 'not_changeable',
  conflict: 'not_changeable',
  changed_meanwhile: 'not_changeable',
  not_admitted: 'policy',
  unavailable: 'unavailable',
};

/** Messages of these codes are written for the caller. */
const SPOKEN: ReadonlySet<string> = new Set(['invalid_request', 'missing_scope']);

/** The rejection for an error; null for a fault of the server. */
function rejectionFor(error: unknown): Rejection | null {
  if (error instanceof Rejection) return error;
  const known = wireError(error);
  if (!BookingError.is(known)) return null;
  const reason = REASONS[known.code];
  return reason ? new Rejection(reason, {}, SPOKEN.has(known.code) ? known.message : undefined) : null;
}

/** The facts that a client of 2026-07-28 sends about itself with each request; unchecked. */
function envelopeOf({ mcpReq }: ServerContext): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return mcpReq.envelope ?? {};
}

/** The name that the client gives itself. */
function clientOf(context: ServerContext): string {
  const info = envelopeOf(context)[CLIENT_INFO_META_KEY];
  const agent = context.http?.req?.headers.get('user-agent')?.split(/[/ ]/, 1)[0];
  const names = [info?.title, info?.name, agent];
  return names.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}

function canAsk(context: ServerContext): boolean {
  const elicitation = envelopeOf(context)[CLIENT_CAPABILITIES_META_KEY]?.['elicitation'];
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
}

const FORM = 'guest';
const FORM_MS = 600_000;

/** Asks the guest once, in their language, for what the call lacks. */
function asking(
  { seals, language, nowMs }: McpSession,
  { name: caller }: AssistantCaller,
  of: Called,
  { details: { missing = [] }, location }: MissingDetails,
): InputRequiredResult {
  const words = wordsIn(language ?? location.language);
  const titles: Readonly<Record<string, string>> = {
    name: words.page.edit.name,
    email: words.email,
    phone: words.phone,
  };
  const schemaOf = (field: string) => ({
    type: 'string' as const,
    title: titles[field]!,
    ...(field === 'email' && { format: 'email' as const }),
  });
  const properties = Object.fromEntries(missing.map((field) => [field, schemaOf(field)]));
  const untilMs = nowMs() + FORM_MS;
  const content = JSON.stringify({ untilMs, request: requestHash(of) });
  return inputRequired({
    inputRequests: {
      [FORM]: inputRequired.elicit({
        message: words.book.ask(location.name),
        requestedSchema: { type: 'object', properties, required: [...missing] },
      }),
    },
    requestState: seals.seal({ purpose: 'state', caller }, Buffer.from(content)),
  });
}

function requestHash({ name, given }: Called): string {
  const sorted = (_: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(JSON.stringify([name, given], sorted))
    .digest('base64url');
}

/** The form that the guest has filled in. Its state is valid for the same call of the same caller only; any other is an error of the protocol. */
function filledInBy(
  { seals, nowMs }: McpSession,
  { name: caller }: AssistantCaller,
  of: Called,
): ToolUse['filledIn'] {
  const { mcpReq } = of.context;
  const state = mcpReq.requestState<string>();
  if (state === undefined) return null;
  const content = seals.open({ purpose: 'state', caller }, state);
  const known = content && (JSON.parse(content.toString()) as { untilMs: number; request: string });
  if (!known || known.untilMs <= nowMs() || known.request !== requestHash(of))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  const answer = inputResponse(mcpReq.inputResponses, FORM);
  if (answer.kind !== 'elicit' || answer.action !== 'accept') return 'declined';
  const fields = Object.entries(answer.content ?? {});
  return Object.fromEntries(
    fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
