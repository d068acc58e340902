import { type Reason, REASONS } from '@bord/engine';
import { type FailureCode, FAILURES } from '../http/failure-table.ts';
import { KEY_FAULTS, OFF_GRID, REFUSALS } from '../http/messages.ts';
import { type ErrorBody, errorBody } from '../http/errors.ts';
import type { FieldFault } from '../http/malformed.ts';
import { anonymous, authenticated, perhapsAuthenticated } from './headers.ts';
import { type Example, jsonContent, type JsonSchema, type OpenApiResponse, shape } from './open-api.ts';

/**
 * Summary and body of each example. A message is that of a malformed request, at the given fields: by default at the field that the message starts
 * with.
 */
type Examples = Readonly<
  Record<string, readonly [summary: string, body: ErrorBody | string, errors?: readonly FieldFault[]]>
>;

type Headers = OpenApiResponse['headers'];

function failure(
  status: number,
  description: string,
  given: Examples,
  headers: Headers = authenticated(),
): OpenApiResponse {
  const examples = Object.entries(given).map(([name, [summary, body, errors]]): [string, Example] => [
    name,
    { summary, value: typeof body === 'string' ? malformed(body, errors) : body },
  ]);
  return {
    description,
    ...(headers && { headers }),
    content: jsonContent(errorOf(status), Object.fromEntries(examples)),
  };
}

function malformed(message: string, errors: readonly FieldFault[] = fieldsOf(message)): ErrorBody {
  const body = errorBody('invalid_request', message);
  return errors.length > 0 ? { ...body, errors } : body;
}

/** `name is missing` names a field; `the body is not JSON` does not. */
function fieldsOf(message: string): readonly FieldFault[] {
  const [, field] = /^(?!the )([a-z][\w.]*) /.exec(message) ?? [];
  return field === undefined ? [] : [{ field, message }];
}

function errorOf(status: number): JsonSchema {
  return {
    allOf: [
      shape('Error'),
      { type: 'object', properties: { statusCode: { const: status } }, required: ['statusCode'] },
    ],
  };
}

function notFound(what: string, code: FailureCode): OpenApiResponse {
  const description = `The ${what} does not exist, or the key has no access to it. Both answers have the same bytes.`;
  return failure(404, description, { unknown: ['Unknown, or not yours', errorBody(code)] });
}

const scopeMissing = ['The key lacks the scope', errorBody('missing_scope')] as const;

const A_POLICY = { id: 'members', message: 'Only members can book.' };

export const FAILURE_RESPONSES = {
  Unauthorized: failure(
    401,
    'The key is missing or invalid; `message` gives the reason. The request does not count for a rate limit.',
    {
      missing: ['No key', errorBody('key_invalid', KEY_FAULTS.missing)],
      noBearer: ['`Authorization` without the word `Bearer`', errorBody('key_invalid', KEY_FAULTS.no_bearer)],
      empty: ['A header without a key', errorBody('key_invalid', KEY_FAULTS.empty)],
      inQuery: ['A key in the address', errorBody('key_invalid', KEY_FAULTS.in_query)],
      differing: ['Two different keys', errorBody('key_invalid', KEY_FAULTS.differing)],
      invalidKey: ['Mistyped, unknown, expired or revoked', errorBody('key_invalid')],
    },
    anonymous('WWW-Authenticate'),
  ),
  LocationForbidden: failure(403, 'The key lacks the scope, or the location is not on its list.', {
    scopeMissing,
    locationForbidden: ['The location is not on the key’s list', errorBody('location_forbidden')],
  }),
  ScopeMissing: failure(403, 'The key lacks the scope.', { scopeMissing }),
  SearchForbidden: failure(403, 'The key lacks the scope, or one of the locations is not on its list.', {
    scopeMissing,
    locationForbidden: [
      'The first location is not on the key’s list',
      errorBody('location_forbidden', `locationIds.0: ${FAILURES.location_forbidden.message}`),
    ],
  }),
  ListMissing: failure(403, 'The key lacks the scope, or has no location list.', {
    scopeMissing,
    listMissing: ['The key has no list of locations', errorBody('location_list_missing')],
  }),
  BookingsForbidden: failure(
    403,
    'The key lacks the scope, has no location list, or the location is not on the list.',
    {
      scopeMissing,
      listMissing: ['The key has no list of locations', errorBody('location_list_missing')],
      locationForbidden: ['The location is not on the key’s list', errorBody('location_forbidden')],
    },
  ),
  BookingNotFound: notFound('booking', 'booking_not_found'),
  HoldNotFound: notFound('hold', 'hold_not_found'),
  WaitlistEntryNotFound: notFound('entry', 'waitlist_entry_not_found'),
  MenuNotFound: failure(404, 'The location does not exist, or it has no menu.', {
    unknown: ['No such location, or no menu', errorBody('location_not_found')],
  }),
  WaitlistFull: failure(
    409,
    'You have 20 waiting entries for the service date, an entry with the same e-mail address or telephone number waits, or a policy rejects each time. No entry was made.',
    {
      full: ['20 entries wait already', errorBody('waitlist_full')],
      alreadyWaiting: ['The guest waits already', errorBody('already_waiting')],
      notAdmitted: [
        'A policy rejects every time',
        { ...errorBody('not_admitted', A_POLICY.message), policy: A_POLICY.id },
      ],
    },
    authenticated(),
  ),
  TooManyRequests: failure(
    429,
    'The key has used up its requests for this window. Wait for `Retry-After` seconds.',
    { limited: ['Too many requests', errorBody('rate_limited')] },
    authenticated('Retry-After'),
  ),
  TooManyHolds: failure(
    429,
    'The key has used up its requests for this window, or has ten live holds and waitlist offers at this location. Wait for `Retry-After` seconds: for the next window, or until the first of them expires.',
    {
      limited: ['Too many requests', errorBody('rate_limited')],
      tooManyHolds: ['Ten holds and offers already', errorBody('too_many_holds')],
    },
    authenticated('Retry-After'),
  ),
  InternalServerError: failure(
    500,
    'An error of the server. It is logged with the request’s id; send that id to the operator.',
    { unexpected: ['Something went wrong', errorBody('unexpected')] },
    perhapsAuthenticated(),
  ),
  ServiceUnavailable: failure(
    503,
    'The API is switched off, overloaded or temporarily unavailable. Wait for `Retry-After` seconds. It can be unknown whether a booking was made: send it again with the same idempotency key.',
    {
      notEnabled: ['Switched off by the operator', errorBody('not_enabled')],
      overloaded: ['Overloaded', errorBody('overloaded')],
      unavailable: ['Temporarily unavailable', errorBody('unavailable')],
    },
    perhapsAuthenticated('Retry-After'),
  ),
  UnknownPath: failure(
    404,
    'The path does not exist.',
    { unknown: ['No such path', errorBody('path_not_found')] },
    anonymous(),
  ),
  MethodNotAllowed: failure(
    405,
    'The path exists, but does not support the method.',
    { notAllowed: ['No such method here', errorBody('method_not_allowed')] },
    anonymous('Allow'),
  ),
} as const satisfies Record<string, OpenApiResponse>;

export type FailureName = keyof typeof FAILURE_RESPONSES;

/** An example of a 400 of every operation below a location. */
export const LOCATION_NO_UUID = ['The location id is not a UUID', 'locationId must be a UUID', []] as const;

export function badRequest(description: string, examples: Examples): OpenApiResponse {
  return failure(400, description, examples);
}

interface Instead {
  readonly alternatives: readonly { readonly startsAt: string }[];
  readonly nextAvailable?: { readonly date: string; readonly startsAt: string };
}

/**
 * A 409 with an example for each reason.
 * @param instead the alternatives in these examples, for reasons that have some
 * @param offGrid the neighbours of a time between two slots, for an example of that
 */
export function refused(
  consequence: string,
  instead: Readonly<Partial<Record<Reason, Instead>>>,
  reasons: readonly Reason[] = REASONS,
  offGrid?: Instead,
): OpenApiResponse {
  const shown = reasons.map((reason): [string, Example] => {
    const summary = REFUSALS[reason];
    const body =
      reason === 'policy'
        ? { ...errorBody('time_unavailable', A_POLICY.message), reason, policy: A_POLICY.id }
        : { ...errorBody('time_unavailable', summary), reason };
    return [reason, { summary, value: { ...body, ...instead[reason] } }];
  });
  const between: Example = {
    summary: 'A time between two slots',
    value: { ...errorBody('time_unavailable', OFF_GRID), reason: 'closed', ...offGrid },
  };
  return {
    description: [
      'The time is not available: another party was faster, the restaurant is closed, or the time or party size is not offered. `reason` gives the cause, and `policy` names the policy if one rejects it.',
      '`alternatives` are other times of that date that were available at that moment, nearest first. Without any, `nextAvailable` is a time on one of the next 14 dates.',
      consequence,
    ].join(' '),
    headers: authenticated(),
    content: jsonContent(shape('Refusal'), {
      ...Object.fromEntries(shown),
      ...(offGrid && { offGrid: between }),
    }),
  };
}

/** Alternatives on one date for an example: `16:00`, in UTC. */
export function othersOn(date: string, ...times: readonly string[]): Instead {
  return { alternatives: times.map((time) => ({ startsAt: `${date}T${time}:00Z` })) };
}

/** An example with an alternative on another date only. */
export function nextOn(date: string, time: string): Instead {
  return { alternatives: [], nextAvailable: { date, startsAt: `${date}T${time}:00Z` } };
}
