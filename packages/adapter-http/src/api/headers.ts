import { type OpenApiHeader, type OpenApiResponse, refTo } from './open-api.ts';

export const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies this request in the operator’s log: the `x-request-id` of the request if it has 1 to 128 letters, digits, dots, underscores and hyphens, otherwise a new one.',
    required: true,
    schema: { type: 'string', pattern: String.raw`^[\w.-]{1,128}$` },
    example: '5d0f3a9c41b7-2k',
  },
  'RateLimit-Limit': {
    description: 'How many requests the key has in a window of 60 seconds.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 120,
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 117,
  },
  'RateLimit-Reset': {
    description: 'In how many seconds the window ends.',
    required: true,
    schema: { type: 'integer', minimum: 0, maximum: 60 },
    example: 42,
  },
  'Retry-After': {
    description: 'In how many seconds to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  'Idempotent-Replayed': {
    description: '`true` when the idempotency key was known, and this is the booking made under it.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Ignored-Fields': {
    description:
      'To sandbox keys only: the fields of the query and of the body that were sent and are ignored, such as mistyped ones. At most ten names, then the number of further ones, `+3`. A `?` replaces other characters than letters, digits, dots, underscores and hyphens.',
    required: false,
    schema: { type: 'string', pattern: String.raw`^[\w.?-]+(, [\w.?-]+)*(, \+\d+)?$` },
    example: 'partySiez, guests',
  },
  Vary: {
    description: 'Which header of the request decides how the answer is sent.',
    required: false,
    schema: { type: 'string', enum: ['accept-encoding'] },
    example: 'accept-encoding',
  },
  'Content-Encoding': {
    description: '`gzip` when the answer is compressed; clients decompress it automatically.',
    required: false,
    schema: { type: 'string', enum: ['gzip'] },
    example: 'gzip',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
  Allow: {
    description: 'The methods that the path knows.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
    example: 'GET, HEAD',
  },
} as const satisfies Record<string, OpenApiHeader>;

export type HeaderName = keyof typeof HEADERS;
type Headers = NonNullable<OpenApiResponse['headers']>;

const RATE: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export function authenticated(...more: readonly HeaderName[]): Headers {
  return anonymous(...RATE, ...more, 'Ignored-Fields');
}

/** The headers of an answer that can come before the key is known; afterwards it has the rate limit too. */
export function perhapsAuthenticated(...more: readonly HeaderName[]): Headers {
  return {
    ...anonymous(...more),
    ...Object.fromEntries(RATE.map((name) => [name, { ...HEADERS[name], required: false }])),
  };
}

export function anonymous(...more: readonly HeaderName[]): Headers {
  return Object.fromEntries(['X-Request-Id' as const, ...more].map((name) => [name, refTo('headers', name)]));
}
