/** D33 */
import type { Rule } from '../rule.ts';

export const LIST: readonly Rule[] = [];
