import { IDEMPOTENCY_KEY, LATER, STARTS_AT } from '../../api/demo.ts';
import { jsonText } from './json-text.ts';
import type { Examples, Parameter } from '../../api/open-api.ts';

export interface SampleRequest {
  readonly operation: string;
  readonly method: string;
  /** As the document writes it: `/bookings/{bookingId}`. */
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

/** The path with the variables that stand for its ids: `LOCATION` for `{locationId}`. */
export function filledPath({ path }: SampleRequest, variable: (name: string) => string): string {
  return path.replaceAll(/\{(\w+?)(?:Id)?\}/g, (_, name: string) => variable(name.toUpperCase()));
}

/** The times of the examples, by the variables that have times that are available when somebody tries the sample. */
const TIMES = { SLOT: STARTS_AT, LATER } as const;

/** The variables that a request needs, in their order: `BORD`, `KEY`, and those of its path and of its body. */
export function variablesOf(request: SampleRequest): readonly string[] {
  const names: string[] = [];
  filledPath(request, (name) => String(names.push(name)));
  bodyText(request, { freshKey: '', variable: (name) => String(names.push(name)) });
  return ['BORD', 'KEY', ...names];
}

interface Varying {
  /** A new idempotency key. The keys of the sandbox are everybody's (§4.3.6): the one of the example would stand for somebody else's booking. */
  readonly freshKey: string;
  readonly variable: (name: string) => string;
}

/** The body as JSON, with a new idempotency key and with times that are available, in the words of a language. */
export function bodyText({ body }: SampleRequest, { freshKey, variable }: Varying): string {
  const text = jsonText(body).replace(`"${IDEMPOTENCY_KEY}"`, freshKey);
  return Object.entries(TIMES).reduce(
    (filled, [name, time]) => filled.replace(`"startsAt": "${time}"`, () => `"startsAt": ${variable(name)}`),
    text,
  );
}
