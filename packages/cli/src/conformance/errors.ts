import type { Call } from './exchange.ts';

/** Something that a rule builds upon is not there: the rule is skipped. */
export class CannotTell extends Error {
  override readonly name = 'CannotTell';
}

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly call: Call;

  constructor(call: Call, why: string) {
    super(why);
    this.call = call;
  }
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
