import { BookingError, type PartnerActions } from '@bord/engine';
import type { FieldRule } from '@bord/engine/adapters';
import * as z from 'zod';
import type { Answer, Headers, Pieces } from '../../http/answer.ts';
import type { Extra } from '../../http/extra.ts';
import type { Requirement } from '../guard.ts';
import type { RefusalAnswer } from '../refusal-answer.ts';
import type { FailureName } from '../failures.ts';
import type { HeaderName } from '../headers.ts';
import type { Examples, OpenApiResponse, RequestRule } from '../open-api.ts';
import type { Load } from '../../http/load.ts';
import { faultOf, firstFault, withAllFaults } from '../field-faults.ts';
import { type HttpRequest, readQuery } from '../../http/http-request.ts';
import { readJson, type Receive } from '../../http/read-body.ts';
import { wireError } from '../../http/wire-error.ts';
import { namesOf, type Sent } from '../../http/ignored-fields.ts';

/** Under what the document lists endpoints, in this order. */
export const TAGS = {
  Availability: 'Which times a party can have.',
  Bookings: 'Make, read, move and cancel bookings.',
  Holds: 'Keep a table while a guest decides or pays.',
  Waitlist: 'Parties that want a table on a full date.',
  Menu: 'The dishes and prices of a restaurant.',
} as const;

/** All that is known of an endpoint of §4: what the server does, and what the OpenAPI document says of it. */
export interface Endpoint extends Contract {
  /** What it does once the guard has let a request pass. */
  readonly respond: (context: OperationContext) => Promise<Answer>;
}

/** A request that may be answered. */
interface OperationContext {
  /** What the caller may do. */
  readonly partner: PartnerActions;
  /** Of the location, the booking, the hold or the waiting entry: the one id in the path. */
  readonly id: string;
  readonly request: HttpRequest;
  /** Waits for the body, of which `owners` says whose it is. */
  readonly receive: Receive;
  readonly owners: readonly string[];
  /** Told of each part of the request that was read, before it is checked. */
  readonly onSent?: ((sent: Sent) => void) | undefined;
  /** Does what the answer can do without. */
  readonly extra: Extra;
}

interface Contract extends Requirement {
  /** Its `operationId` in the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base path. */
  readonly path: string;
  /** The class of work that it is, when there is too much to do. */
  readonly load: Load;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** Without one the query is left unread. */
  readonly query?: {
    readonly schema: z.ZodType;
    /** Values of the example. */
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** Without one the body is left unread. */
  readonly body?: Shape;
  /** What the query and the body must be besides what their schemas say. The engine checks it; here it is for the document. */
  readonly rules?: readonly (FieldRule | RequestRule)[];
  readonly answer: Shape & {
    readonly status: 200 | 201;
    readonly description: string;
    /** Headers beyond those that every answer has. */
    readonly headers?: readonly HeaderName[];
  };
  /** Shapes within these that have a name of their own, too. */
  readonly parts?: Readonly<Record<string, z.ZodType>>;
  /** Failures of its own, by status. */
  readonly failures?: Readonly<Record<number, OpenApiResponse>>;
  /** Failures that it shares with others, by status, beyond those that every endpoint has. */
  readonly shared: Readonly<Record<number, FailureName>>;
}

interface Shape {
  /** Its name in the document. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly examples: Examples;
}

/** A request as its handler sees it. */
interface RequestInput<Query, Body> extends Omit<OperationContext, 'receive' | 'owners' | 'onSent'> {
  readonly query: Query;
  readonly body: Body;
}

/** An answer as documented. */
interface Answered<Status, Body> {
  readonly status: Status;
  readonly body: (Body & object) | Uint8Array<ArrayBuffer> | Pieces;
  readonly headers?: Headers;
  readonly about?: NonNullable<Answer['about']>;
}

type Given<Schema> = Schema extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** What was sent, in the shape of the schema; throws `invalid_request` that names the first field at fault, and its fault. */
export function validate<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const result = schema.safeParse(sent, { error: faultOf });
  if (!result.success) throw firstFault(result.error);
  return result.data;
}

/** The query of an endpoint that has none. */
const NOTHING = z.object({});

/** An endpoint. Its handler gets query and body as their schemas read them; other requests are answered 400 before. */
export function endpoint<const Definition extends Contract>(
  definition: Definition,
  handle: (
    input: RequestInput<Given<Definition['query']>, Given<Definition['body']>>,
  ) => Promise<Answered<Definition['answer']['status'], Given<Definition['answer']>> | RefusalAnswer>,
): Endpoint & Definition {
  const { query, body } = definition as Contract;
  const names = namesOf(query?.schema);
  return {
    ...definition,
    async respond({ receive, owners, onSent, ...context }) {
      const sent: Sent[] = [];
      const read = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
        sent.push({ schema, value });
        onSent?.({ schema, value });
        return validate(schema, value);
      };
      try {
        const { search } = context.request;
        const hasQuery = query !== undefined || search !== '';
        return await handle({
          ...context,
          query: (hasQuery &&
            read(query?.schema ?? NOTHING, search === '' ? {} : readQuery(search, names))) as Given<
            Definition['query']
          >,
          body: (body && read(body.schema, await receive(readJson, owners))) as Given<Definition['body']>,
        });
      } catch (thrown) {
        const error = wireError(thrown);
        throw BookingError.is(error) ? withAllFaults(error, sent) : error;
      }
    },
  };
}
