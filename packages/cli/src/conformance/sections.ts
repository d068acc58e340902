import { ADDED_ENDPOINTS } from './added-endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Section } from './rule.ts';
import { ACCESS } from './rules/access.ts';
import { ADDITIONS } from './rules/additions.ts';
import { BASE, ERRORS } from './rules/base.ts';
import { EVENTS } from './rules/events.ts';
import { HINTS } from './rules/hints.ts';
import { RATE_LIMIT } from './rules/rate-limit.ts';
import { NAMED_EVENTS } from './rules/named-events.ts';

/** Every rule, in the order in which they are tried. Errors come late, since they look at all that was answered before. */
export const SECTIONS: readonly Section[] = [
  { title: '§9 Base', rules: BASE },
  ...ENDPOINTS.flatMap(({ title, rules, part }) => [{ title, rules }, ...(part ? [part] : [])]),
  { title: '§5 Access', rules: ACCESS },
  { title: '§6 Events', rules: EVENTS },
  // Additions within v1 come after the rules that expect events: each part is skipped if the server lacks it.
  ...ADDED_ENDPOINTS.map(({ title, rules }) => ({ title, rules })),
  { title: 'D30 What was added', rules: ADDITIONS },
  { title: 'D37 Events by name', rules: NAMED_EVENTS },
  { title: 'D30 Hints', rules: HINTS },
  { title: '§7 Errors', rules: ERRORS },
  { title: '§8 Limits', rules: RATE_LIMIT },
];
