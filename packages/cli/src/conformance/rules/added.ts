/** Rules of added endpoints (D30): checked on request only; a server without such an endpoint conforms. */
import { CannotTell } from '../errors.ts';
import type { Call, Exchange } from '../exchange.ts';
import { needing, type Rule } from '../rule.ts';
import type { Run } from '../run.ts';

export function added(...rules: readonly Rule[]): readonly Rule[] {
  return needing('added', ...rules);
}

/** Asks an added endpoint about something that exists. Throws `CannotTell` when the server does not have the endpoint. */
export async function askAdded(run: Run, call: Call): Promise<Exchange> {
  return mustBeThere(await run.ask(call));
}

export function mustBeThere(exchange: Exchange): Exchange {
  const { call, status } = exchange;
  if ([404, 405, 501].includes(status))
    throw new CannotTell(
      `the server has no ${call.method} ${call.path.split('?')[0]!}: it is no part of the specification`,
    );
  return exchange;
}
