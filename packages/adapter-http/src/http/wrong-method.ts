import type { Answer } from './answer.ts';
import { errorAnswer } from './errors.ts';

/** What GET answers, HEAD does, too. */
export const READING = ['GET', 'HEAD'] as const;

/** The answer where only these methods are known. */
export function wrongMethod(methods: readonly string[]): Answer {
  return errorAnswer('method_not_allowed', ['allow', methods.join(', ')]);
}
