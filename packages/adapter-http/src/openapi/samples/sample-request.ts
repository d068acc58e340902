import { IDEMPOTENCY_KEY } from '../demo.ts';
import { jsonText } from '../json-text.ts';
import type { Examples, Parameter } from '../open-api.ts';

/** A request to be shown as code: what each language writes in its own way. */
export interface SampleRequest {
  readonly method: string;
  /** As the document writes it: `/bookings/{bookingId}`. */
  readonly path: string;
  /** With its question mark; or empty. */
  readonly query: string;
  /** The first example of the body; null for none. */
  readonly body: unknown;
}

/** The request with the examples of its query's parameters, and the first one of its body. */
export function sampleRequest(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  bodies: Examples = {},
): SampleRequest {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example)).replaceAll('%3A', ':')}`)
    .join('&');
  const [body = null] = Object.values(bodies).map(({ value }) => value);
  return { method, path, query: query && `?${query}`, body };
}

/** The path with the variables that stand for its ids: `LOCATION` for `{locationId}`. */
export function filledPath({ path }: SampleRequest, variable: (name: string) => string): string {
  return path.replaceAll(/\{(\w+?)(?:Id)?\}/g, (_, name: string) => variable(name.toUpperCase()));
}

/** The variables that a request needs, in their order: `BORD`, `KEY`, and those of its path. */
export function variablesOf(request: SampleRequest): readonly string[] {
  const names: string[] = [];
  filledPath(request, (name) => String(names.push(name)));
  return ['BORD', 'KEY', ...names];
}

/**
 * The body as JSON with something fresh for its idempotency key, in the words of a language. The keys of the sandbox are everybody's (§4.3.6):
 * the one of the example would stand for somebody else's booking.
 */
export function bodyText({ body }: SampleRequest, freshKey: string): string {
  return jsonText(body).replace(`"${IDEMPOTENCY_KEY}"`, freshKey);
}
