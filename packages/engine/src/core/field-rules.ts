import { invalid } from './errors.ts';
import { BATCH_DAYS_MAX } from './limits.ts';

/**
 * A relation between two fields of a request, which JSON Schema cannot express. The engine rejects a request that breaks one, and the OpenAPI document
 * lists them as `x-rules`.
 */
export interface FieldRule {
  /** `order`: the second field must not be before the first. `days`: from the first date to the second there are at most `max` days, both included. */
  readonly rule: 'order' | 'days';
  /** The names of the two fields. */
  readonly fields: readonly [first: string, second: string];
  /** Of `days`. */
  readonly max?: number;
}

/** Of the range of a batch (§4.2.1, D28). */
export const BATCH_RULES: readonly FieldRule[] = [
  { rule: 'order', fields: ['startDate', 'endDate'] },
  { rule: 'days', fields: ['startDate', 'endDate'], max: BATCH_DAYS_MAX },
];

/** Of the first and the last start that a waiting party accepts (D36). */
export const WAITLIST_RULES: readonly FieldRule[] = [{ rule: 'order', fields: ['from', 'to'] }];

/** Throws `invalid_request` with the first broken rule. @param distance from the first field to the second, in days where a rule counts them */
export function assertRules(rules: readonly FieldRule[], distance: number): void {
  for (const { rule, fields, max = Infinity } of rules) {
    const [first, second] = fields;
    if (rule === 'order' && distance < 0) invalid(`${second} must not be before ${first}`, [second]);
    if (rule === 'days' && distance + 1 > max)
      invalid(`the range has ${distance + 1} days; at most ${max}`, [second]);
  }
}
