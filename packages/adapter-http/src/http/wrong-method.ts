import type { Answer } from './answer.ts';
import { errorAnswer } from './errors.ts';

/** HEAD is answered wherever GET is. */
export const READING = ['GET', 'HEAD'] as const;

export function wrongMethod(methods: readonly string[]): Answer {
  return errorAnswer('method_not_allowed', ['allow', methods.join(', ')]);
}
