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
import { assertDeclaredSize, readJson, type Receive } from '../../http/read-body.ts';
import { wireError } from '../../http/wire-error.ts';
import { namesOf, type Sent } from '../../http/ignored-fields.ts';

/** The groups of operations, in the order of the document. */
export const TAGS = {
  Availability: 'Which times a party can have.',
  Bookings: 'Make, read, move and cancel bookings.',
  Holds: 'Keep a table while a guest decides or pays.',
  Waitlist: 'Parties that want a table on a full date.',
  Menu: 'The dishes and prices of a restaurant.',
} as const;

/** An operation of §4: its handler, and its description in the OpenAPI document. */
export interface Endpoint extends Contract {
  /** Runs after the guard has admitted a request. */
  readonly respond: (context: OperationContext) => Promise<Answer>;
}

interface OperationContext {
  readonly partner: PartnerActions;
  /** The one id in the path: of the location, booking, hold or waitlist entry. */
  readonly id: string;
  readonly request: HttpRequest;
  /** Waits for the body; `owners` are its senders. */
  readonly receive: Receive;
  readonly owners: readonly string[];
  /** Called with each part of the request before it is validated. */
  readonly onSent?: ((sent: Sent) => void) | undefined;
  /** Finds optional parts of the answer. */
  readonly extra: Extra;
}

interface Contract extends Requirement {
  /** The `operationId` in the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The class of work under overload. */
  readonly load: Load;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** Without it the query is not read. */
  readonly query?: {
    readonly schema: z.ZodType;
    /** Values of the example. */
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** Without it the body is not read. */
  readonly body?: Shape;
  /** Rules for query and body beyond their schemas, for the document. The engine checks them. */
  readonly rules?: readonly (FieldRule | RequestRule)[];
  readonly answer: Shape & {
    readonly status: 200 | 201;
    readonly description: string;
    /** Headers in addition to those of every answer. */
    readonly headers?: readonly HeaderName[];
  };
  /** Shapes within these that have a name in the document. */
  readonly parts?: Readonly<Record<string, z.ZodType>>;
  readonly failures?: Readonly<Record<number, OpenApiResponse>>;
  /** Shared failures, by status, in addition to those of every operation. */
  readonly shared: Readonly<Record<number, FailureName>>;
}

interface Shape {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly examples: Examples;
}

interface RequestInput<Query, Body> extends Omit<OperationContext, 'receive' | 'owners' | 'onSent'> {
  readonly query: Query;
  readonly body: Body;
}

interface Answered<Status, Body> {
  readonly status: Status;
  readonly body: (Body & object) | Uint8Array<ArrayBuffer> | Pieces;
  readonly headers?: Headers;
  readonly about?: NonNullable<Answer['about']>;
}

type Given<Schema> = Schema extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** The parsed input; throws `invalid_request` with the first invalid field and its fault. */
export function validate<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const result = schema.safeParse(sent, { error: faultOf });
  if (!result.success) throw firstFault(result.error);
  return result.data;
}

const NOTHING = z.object({});

/** An operation. Its handler gets the parsed query and body; invalid requests are answered 400 before. */
export function endpoint<const Definition extends Contract>(
  definition: Definition,
  handle: (
    input: RequestInput<Given<Definition['query']>, Given<Definition['body']>>,
  ) => Promise<Answered<Definition['answer']['status'], Given<Definition['answer']>> | RefusalAnswer>,
): Endpoint & Definition {
  const { query, body, method } = definition as Contract;
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
        const { search, headers } = context.request;
        if (!body && method !== 'GET') assertDeclaredSize(headers); // a body is not read, but limited (D18)
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
