import { Failure } from '../output/failure.ts';
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

/** The answer to the first request of a run. Throws `Failure` in place of `NoAnswer`. */
export async function reached<T>(baseUrl: string, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Failure(
      `${baseUrl} does not answer: ${error.message}. Check the URL, and that the server runs`,
    );
  });
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
