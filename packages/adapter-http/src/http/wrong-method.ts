import type { Answer } from './answer.ts';
import { errorAnswer } from './errors.ts';
import { METHOD_UNKNOWN } from './messages.ts';

/** What GET answers, HEAD does, too. */
export const READING = ['GET', 'HEAD'] as const;

/** The answer where only these methods are known. */
export function wrongMethod(methods: readonly string[]): Answer {
  return errorAnswer(405, METHOD_UNKNOWN, ['allow', methods.join(', ')]);
}
