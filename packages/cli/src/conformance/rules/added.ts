/** What the rules of endpoints that were added have in common (D30): a server that has no such endpoint is not asked twice. */
import { CannotTell } from '../errors.ts';
import type { Call, Exchange } from '../exchange.ts';
import type { Run } from '../run.ts';

/** Asks an added endpoint about something that is there. Throws `CannotTell` when the server does not know the endpoint. */
export async function askAdded(run: Run, call: Call): Promise<Exchange> {
  const exchange = await run.ask(call);
  if ([404, 405, 501].includes(exchange.status))
    throw new CannotTell(
      `the server has no ${call.method} ${call.path.split('?')[0]!}: it is no part of the specification`,
    );
  return exchange;
}
