/** What the rules of endpoints that were added have in common (D30): they are tried where that is asked for, and a server without such an endpoint conforms. */
import { CannotTell } from '../errors.ts';
import type { Call, Exchange } from '../exchange.ts';
import { needsOf, type Rule } from '../rule.ts';
import type { Run } from '../run.ts';

/** Rules of what was added. */
export function added(...rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, needs: ['added', ...needsOf(rule)] }));
}

/**
 * Asks an added endpoint about something that is there: the probe by which the run learns whether the server has the endpoint. Throws `CannotTell`
 * when it does not, and whatever builds upon the answer is skipped.
 */
export async function askAdded(run: Run, call: Call): Promise<Exchange> {
  return mustBeThere(await run.ask(call));
}

/** The answer of an endpoint that is there. */
export function mustBeThere(exchange: Exchange): Exchange {
  const { call, status } = exchange;
  if ([404, 405, 501].includes(status))
    throw new CannotTell(
      `the server has no ${call.method} ${call.path.split('?')[0]!}: it is no part of the specification`,
    );
  return exchange;
}
