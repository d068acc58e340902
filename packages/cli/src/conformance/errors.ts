/** Why the story of a run does not go on as it should. */
import type { Call } from './exchange.ts';

/** Something that a rule builds upon is not there: the rule is skipped. */
export class CannotTell extends Error {
  override readonly name = 'CannotTell';
}

/** The target gave no answer to a request. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly call: Call;

  constructor(call: Call, why: string) {
    super(why);
    this.call = call;
  }
}

/** Somebody pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
