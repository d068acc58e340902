import type { Section } from './rule.ts';
import { ACCESS } from './rules/access.ts';
import { AVAILABILITY } from './rules/availability.ts';
import { BASE, ERRORS } from './rules/base.ts';
import { BATCH } from './rules/batch.ts';
import { CREATE } from './rules/create.ts';
import { EVENTS } from './rules/events.ts';
import { IDEMPOTENCY } from './rules/idempotency.ts';
import { LIMITS } from './rules/limits.ts';
import { CANCEL, MENU, READ } from './rules/read-cancel-menu.ts';

/** Every rule, in the order in which they are tried. Errors come late, since they look at all that was answered before. */
export const SECTIONS: readonly Section[] = [
  { title: '§9 Base', rules: BASE },
  { title: '§4.1 Availability of a day', rules: AVAILABILITY },
  { title: '§4.2 Availability, batch', rules: BATCH },
  { title: '§4.3 Create a booking', rules: CREATE },
  { title: '§4.3.5 Idempotency', rules: IDEMPOTENCY },
  { title: '§4.4 Read a booking', rules: READ },
  { title: '§4.5 Cancel a booking', rules: CANCEL },
  { title: '§4.6 Menu', rules: MENU },
  { title: '§5 Access', rules: ACCESS },
  { title: '§6 Events', rules: EVENTS },
  { title: '§7 Errors', rules: ERRORS },
  { title: '§8 Limits', rules: LIMITS },
];
