import { BookingError, type StaffCaller } from '@bord/engine';
import { type Answer, wholeSeconds } from '../../../api/answer.ts';
import { errorAnswer } from '../../../api/errors.ts';
import { createPageCounter, type PageLimits } from '../../page-limits.ts';
import { consoleFault } from '../bare-page.ts';
import type { Visitor } from '../visitor.ts';

/** Whoever has a sandbox key is anybody, and is counted by the key. A click is two requests, a party that is dragged some more. */
const VISIT_LIMITS: PageLimits = { perToken: 120, perAddress: 600, windowMs: 60_000 };

/** A request of somebody who is signed in. */
interface VisitRequest {
  readonly caller: StaffCaller;
  readonly visitor: Visitor;
  readonly clientAddress: string;
}

/** Answers a request: of a visitor of the demo not too often, and with a sentence where what she asks for is not for her. */
export type AnswerVisit = (request: VisitRequest, answer: () => Promise<Answer>) => Promise<Answer>;

export function createVisits(limits: PageLimits = VISIT_LIMITS): AnswerVisit {
  const counter = createPageCounter(limits);
  return async ({ caller, visitor, clientAddress }, answer) => {
    if (caller.sight === null) return answer();
    const waitMs = counter.waitMs({ address: clientAddress, token: caller.staffId });
    if (waitMs > 0) return errorAnswer(429, 'Too often', ['retry-after', `${wholeSeconds(waitMs)}`]);
    try {
      return await answer();
    } catch (error) {
      if (!BookingError.is(error) || !NOT_HERS.has(error.code)) throw error;
      return consoleFault(visitor, 'shared', 403);
    }
  };
}

const NOT_HERS: ReadonlySet<string> = new Set(['not_for_visitors', 'role_missing']);
