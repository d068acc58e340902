import { type Alternatives, formatInstant, type Rejected } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { errorBody } from '../http/errors.ts';
import type { Extra } from '../http/extra.ts';
import { OFF_GRID, REFUSALS } from '../http/messages.ts';

/** A 409 of the partner API. */
export interface RefusalAnswer extends Answer {
  readonly status: 409;
}

/**
 * A rejected booking: 409 with the reason and the alternatives (D31). A party size that the restaurant never takes has no alternatives. If the
 * search for alternatives fails, they are omitted.
 * @param find called after the rejecting step has ended
 */
export async function refusalAnswer(
  { reason, policy, message: given }: Rejected,
  find: () => Promise<Alternatives>,
  extra: Extra,
): Promise<RefusalAnswer> {
  const found = reason === 'party_size' ? null : await extra(find);
  const message = given ?? (reason === 'closed' && found?.offGrid ? OFF_GRID : REFUSALS[reason]);
  return {
    status: 409,
    body: {
      ...errorBody('time_unavailable', message),
      reason,
      ...(policy !== undefined && { policy }),
      ...(found && alternativesBody(found)),
    },
    about: { action: { kind: 'refused', reason } },
  };
}

/** The fields of a 409 with the alternatives. */
function alternativesBody({ startsMs, nextAvailable }: Alternatives): object {
  const startsAt = (startMs: number): object => ({ startsAt: formatInstant(startMs) });
  return {
    alternatives: startsMs.map(startsAt),
    ...(nextAvailable && {
      nextAvailable: { date: nextAvailable.date, ...startsAt(nextAvailable.startMs) },
    }),
  };
}
