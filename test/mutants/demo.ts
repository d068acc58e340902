/** The demo restaurant’s console on an address that anybody reaches: what a visitor learns of others, how far she gets, and for how long. */
import type { Fault } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const PAGES = 'packages/adapter-http/src/pages/console';
const SIGHT = `${ENGINE}/core/access/sight.ts`;
const READER = `${ENGINE}/app/staff/reader.ts`;
const VISITS = `${ENGINE}/app/developer/visits.ts`;
const MATRIX = ['test/spec/d44-access.test.ts'];
const VISITOR = [`${ENGINE}/app/staff/visitor-actions.test.ts`];
const VISIT = [`${ENGINE}/app/developer/visits.test.ts`];
const DOOR = [`${PAGES}/demo/visits.test.ts`];
const CRAWL = ['test/console/demo-visitor.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'demo-readings-shared-by-all',
    file: `${PAGES}/evening/evening-routes.ts`,
    find: '`${input.location.id} ${shown} ${seenAs}`',
    replace: '`${input.location.id} ${shown}`',
    breaks: 'A visitor who asks in the same moment as a host is given the whole evening with all names.',
    tests: CRAWL,
    titled: 'two visitors who open the same day',
  },
  {
    name: 'demo-visitor-sees-every-channel',
    file: `${ENGINE}/core/access/policy.ts`,
    find: 'return { channel: caller.sight, locationIds',
    replace: 'return { channel: null, locationIds',
    breaks: 'A visitor who knows an id reads and cancels what others have booked.',
    tests: MATRIX,
    titled: 'a visitor of the demo',
  },
  {
    name: 'demo-visitor-as-host',
    file: `${ENGINE}/app/staff/staff-actions.ts`,
    find: ': visitorActions(app, { ...member, sight });',
    replace: ': houseActions(app, { ...member, sight });',
    breaks: 'A visitor blocks tables, closes the restaurant, and reads who has them.',
    tests: MATRIX,
    titled: 'a visitor of the demo',
  },
  {
    name: 'demo-sheet-with-all',
    file: SIGHT,
    find: 'bookings.filter(isOwn).map(',
    replace: 'bookings.map(',
    breaks: 'Every evening of the public demo shows the names and phones of all who try it.',
    tests: CRAWL,
  },
  {
    name: 'demo-taken-by-name',
    file: SIGHT,
    find: "guest: { name: '', email: null, phone: null, notes: null, language: null },",
    replace: 'guest: booking.guest,',
    breaks: 'A refusal names who sits there, with the telephone number.',
    tests: VISITOR,
  },
  {
    name: 'demo-taken-by-id',
    file: SIGHT,
    find: '    id: alias(id),\n    kind:',
    replace: '    id,\n    kind:',
    breaks: 'The dry run tells the ids of other people’s bookings.',
    tests: VISITOR,
  },
  {
    name: 'demo-one-alias-for-all',
    file: READER,
    find: 'pseudonymOf(key, sight, id)',
    replace: "pseudonymOf(key, '', id)",
    breaks: 'Two visitors can tell each other whose table is whose.',
    tests: VISITOR,
  },
  {
    name: 'demo-refusal-names-ids',
    file: READER,
    find: '{ inTheWay: await ids(refused.inTheWay) }',
    replace: '{ inTheWay: refused.inTheWay }',
    breaks:
      'A refusal tells the ids of other people’s bookings, and the page cannot say when their table is free.',
    tests: VISITOR,
  },
  {
    name: 'demo-replay-of-others',
    file: READER,
    find: 'if (isVisible(one, visibility)) return ownBooking(one, sight);',
    replace: 'if (one.id) return ownBooking(one, sight);',
    breaks: 'Who guesses an idempotency key is given somebody else’s booking.',
    tests: VISITOR,
    titled: 'idempotency key',
  },
  {
    name: 'demo-staff-named',
    file: SIGHT,
    find: '({ ...entry, by: by(entry.by) })',
    replace: '({ ...entry, by: entry.by })',
    breaks:
      'The history of a visitor’s booking tells the ids of the staff and the partners who made it move.',
    tests: VISITOR,
  },
  {
    name: 'demo-block-with-reason',
    file: SIGHT,
    find: "id: alias(block.id), reason: null, by: 'operator',",
    replace: "id: alias(block.id), by: 'operator',",
    breaks: 'What the house has written on a block can be read by anybody.',
    tests: VISITOR,
  },
  {
    name: 'demo-closure-with-reason',
    file: SIGHT,
    find: '({ ...closure, reason: null })',
    replace: '({ ...closure })',
    breaks: 'Why the house is closed can be read by anybody.',
    tests: VISITOR,
  },
  {
    name: 'demo-search-tells',
    file: `${ENGINE}/app/operator/search-bookings.ts`,
    find: 'isVisible(booking, visibility) && isMatch(booking)',
    replace: 'isMatch(booking)',
    breaks: 'Who searches for a telephone number learns when its owner comes.',
    tests: VISITOR,
  },
  {
    name: 'demo-lists-count-all',
    file: `${ENGINE}/app/shared/read-booking.ts`,
    find: 'isParty(booking) && isVisible(booking, visibility) && !isPast(booking)',
    replace: 'isParty(booking) && !isPast(booking)',
    breaks: 'A visitor’s month counts everybody’s guests as hers.',
    tests: VISITOR,
  },
  {
    name: 'demo-longer-by-force',
    file: `${ENGINE}/app/staff/visitor-bookings.ts`,
    find: 'if (to.force === true) forbidVisitor();',
    replace: '',
    breaks: 'A visitor who stays longer takes the table from somebody else, who stands without one.',
    tests: VISITOR,
  },
  {
    name: 'demo-booked-for-the-house',
    file: `${ENGINE}/core/access/policy.ts`,
    find: "return caller === 'operator' ? caller : (caller.sight ?? 'operator');",
    replace: "return 'operator';",
    breaks: 'A visitor never sees again what she has booked.',
    tests: VISITOR,
  },
  {
    name: 'demo-visit-without-end',
    file: VISITS,
    find: ' && nowMs < beganMs + VISIT_MS',
    replace: '',
    breaks: 'A session that was stolen once is good for as long as the key.',
    tests: VISIT,
  },
  {
    name: 'demo-visit-made-up',
    file: VISITS,
    find: 'const isGood = isGiven && ',
    replace: 'const isGood = ',
    breaks: 'Who knows the id of a key, which opens nothing, is let in as its owner.',
    tests: VISIT,
  },
  {
    name: 'demo-visit-with-a-dead-key',
    file: VISITS,
    find: '!isActive(record, nowMs) || ',
    replace: '',
    breaks: 'Who runs the server revokes a key and its visitor stays.',
    tests: VISIT,
  },
  {
    name: 'demo-visit-with-any-key',
    file: VISITS,
    find: 'const record = isSandboxPartner(partner) ? await',
    replace: 'const record = partner ? await',
    breaks: 'A partner’s key, which was made for programs, opens pages.',
    tests: VISIT,
  },
  {
    name: 'demo-key-of-another-house',
    file: `${PAGES}/demo/visit-routes.ts`,
    find: 'if (caller.roles.every(({ locationId }) => locationId !== demo.locationId))',
    replace: 'if (caller.roles.length === 0)',
    breaks: 'A key that was made for another restaurant opens that one’s evening.',
    tests: DOOR,
  },
  {
    name: 'demo-gone-and-visited',
    file: `${PAGES}/mount-console.ts`,
    find: 'if (caller.sight !== null && !demo) return null;',
    replace: '',
    breaks: 'The demo is switched off, and who was in it stays.',
    tests: DOOR,
  },
  {
    name: 'demo-forms-that-do-nothing',
    file: `${PAGES}/mount-console.ts`,
    find: "if (forAll && input.caller.sight !== null) throw new BookingError('not_for_visitors');",
    replace: '',
    breaks: 'A visitor fills in a form that is refused whatever she writes.',
    tests: DOOR,
  },
  {
    name: 'demo-visits-uncounted',
    file: `${PAGES}/demo/visits.ts`,
    find: 'if (caller.sight === null) return answer();',
    replace: 'if (caller) return answer();',
    breaks: 'One visitor keeps the whole server busy.',
    tests: DOOR,
  },
];
