/** D32 */
import type { Rule } from '../rule.ts';

export const MOVE: readonly Rule[] = [];
