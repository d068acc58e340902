/** D34 */
import type { Rule } from '../rule.ts';

export const SEARCH: readonly Rule[] = [];
