import { IDEMPOTENCY_KEY } from './demo.ts';
import { jsonText } from './json-text.ts';
import type { Examples, Parameter } from './open-api.ts';

/** The shell's variables for what stands in a path. */
const IN_PATH: Readonly<Record<string, string>> = { locationId: '$LOCATION', bookingId: '$BOOKING' };

/**
 * A request as a command for a shell that knows `BORD`, `KEY`, `LOCATION` and `BOOKING`: with the examples of the query's parameters, and
 * the first one of the body.
 */
export function curlOf(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  bodies: Examples = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => IN_PATH[name]!);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${String(example)}`)
    .join('&');
  const [body] = Object.values(bodies);
  const lines = [
    `curl ${method === 'POST' && !body ? '-X POST ' : ''}"$BORD${filled}${query && `?${query}`}"`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body
      ? ['  -H "Content-Type: application/json"', `  -d '${withFreshKey(jsonText(body.value))}'`]
      : []),
  ];
  return lines.join(' \\\n');
}

/** The keys of the sandbox are everybody's (§4.3.6): the one of the example would stand for somebody else's booking. */
function withFreshKey(json: string): string {
  return json.replace(IDEMPOTENCY_KEY, `'try-$(date +%s)'`);
}
