import { IDEMPOTENCY_KEY, LATER, STARTS_AT } from '../../api/demo.ts';
import { jsonText } from './json-text.ts';
import type { Examples, Parameter } from '../../api/open-api.ts';

export interface SampleRequest {
  readonly operation: string;
  readonly method: string;
  /** As in the document: `/bookings/{bookingId}`. */
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

export function sampleRequest(
  { operation, method, path }: Pick<SampleRequest, 'operation' | 'method' | 'path'>,
  parameters: readonly Parameter[],
  bodies: Examples = {},
): SampleRequest {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example)).replaceAll('%3A', ':')}`)
    .join('&');
  const [body = null] = Object.values(bodies).map(({ value }) => value);
  return { operation, method, path, query: query && `?${query}`, body };
}

/** The path with variables for its ids: `LOCATION` for `{locationId}`. */
export function filledPath({ path }: SampleRequest, variable: (name: string) => string): string {
  return path.replaceAll(/\{(\w+?)(?:Id)?\}/g, (_, name: string) => variable(name.toUpperCase()));
}

/** The times of the examples, by the variables that replace them with available times. */
const TIMES = { SLOT: STARTS_AT, LATER } as const;

/** The variables of a request, in order: `BORD`, `KEY`, and those of its path and body. */
export function variablesOf(request: SampleRequest): readonly string[] {
  const names: string[] = [];
  filledPath(request, (name) => String(names.push(name)));
  bodyText(request, { freshKey: '', variable: (name) => String(names.push(name)) });
  return ['BORD', 'KEY', ...names];
}

interface Varying {
  /** A new idempotency key. All developers share the keys of the sandbox (§4.3.6), so the key of the example might belong to another booking. */
  readonly freshKey: string;
  readonly variable: (name: string) => string;
}

/** The body as JSON, with a new idempotency key and available times, in the syntax of a language. */
export function bodyText({ body }: SampleRequest, { freshKey, variable }: Varying): string {
  const text = jsonText(body).replace(`"${IDEMPOTENCY_KEY}"`, freshKey);
  return Object.entries(TIMES).reduce(
    (filled, [name, time]) => filled.replace(`"startsAt": "${time}"`, () => `"startsAt": ${variable(name)}`),
    text,
  );
}
