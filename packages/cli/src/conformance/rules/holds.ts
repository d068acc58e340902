/** D35 */
import type { Rule } from '../rule.ts';

export const HOLD: readonly Rule[] = [];
export const CONFIRM: readonly Rule[] = [];
export const RELEASE: readonly Rule[] = [];
