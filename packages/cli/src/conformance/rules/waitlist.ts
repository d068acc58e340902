/** D36 */
import type { Rule } from '../rule.ts';

export const JOIN: readonly Rule[] = [];
export const ENTRY: readonly Rule[] = [];
export const LEAVE: readonly Rule[] = [];
