/** The order in which partners see their bookings change. */
import type { Fault } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const PG = 'packages/adapter-pg';
const SQLITE = 'packages/adapter-sqlite';
const LIST = `${ENGINE}/app/partner/list-bookings.ts`;
const spec = ['test/spec/d33-list.test.ts'];
// Long titles are shown cut.
const contract = 'changes come by|committed after|who has changed|changes are those|many write';

export const faults: readonly Fault[] = [
  {
    name: 'list-of-every-location',
    file: LIST,
    find: 'location ? [location.id] : locationIds',
    replace: 'locationIds',
    breaks: 'Who asks for one restaurant gets the bookings of all.',
    tests: spec,
  },
  {
    name: 'list-since-leaves-the-instant-out',
    file: LIST,
    find: 'MICROSECONDS) - 1)',
    replace: 'MICROSECONDS))',
    breaks: 'Who asks with the time of the last event that she has misses another of the same second.',
    tests: spec,
  },
  {
    name: 'list-takes-any-cursor',
    file: LIST,
    find: 'if (!(position <= (nowMs + AHEAD_MS) * MICROSECONDS))',
    replace: 'if (!(position >= 0))',
    breaks: 'A cursor that somebody has made up puts all that changes behind the year 2200.',
    tests: spec,
  },
  {
    name: 'list-of-all-channels',
    file: `${SQLITE}/src/booking-changes.ts`,
    find: ' AND channel = ?`',
    replace: ' AND ? IS NOT NULL`',
    breaks: 'A partner reads the bookings of others.',
    tests: spec,
  },
  {
    name: 'memory-changes-keep-their-place',
    file: `${ENGINE}/memory/memory-changes.ts`,
    find: 'order && before && hasChangedForPartner(before, after)',
    replace: 'false',
    breaks: 'Who has listed a booking never hears that it was cancelled.',
    tests: [`${ENGINE}/memory/memory-storage.test.ts`],
    titled: contract,
  },
  {
    name: 'changes-by-their-second-alone',
    file: `${ENGINE}/core/booking/changes.ts`,
    find: 'return Math.max(last + 1, changedSeconds * 1_000_000);',
    replace: 'return changedSeconds * 1_000_000;',
    breaks: 'What is committed late is never listed to who was shown what came after it.',
    tests: [`${ENGINE}/memory/memory-storage.test.ts`],
    titled: contract,
  },
  {
    name: 'sqlite-changes-keep-their-number',
    file: `${SQLITE}/src/booking-row.ts`,
    find: 'change_no = CASE WHEN last_event_seconds = ? THEN change_no END',
    replace: 'change_no = CASE WHEN ? IS NOT NULL THEN change_no END',
    breaks: 'Who has listed a booking never hears that it was cancelled.',
    tests: [`${SQLITE}/src/contract.test.ts`],
    titled: contract,
  },
  {
    name: 'sqlite-numbers-without-a-mark',
    file: `${SQLITE}/src/booking-changes.ts`,
    find: 'Math.max(mark.get(channel) ?? 0, after)',
    replace: 'after',
    breaks: 'A number is given that somebody has passed already.',
    tests: [`${SQLITE}/src/contract.test.ts`],
    titled: contract,
  },
  {
    name: 'pg-changes-keep-their-number',
    file: `${PG}/migrations/0017-changes.sql`,
    find: '  NEW.change_no := NULL;\n',
    replace: '',
    breaks: 'Who has listed a booking never hears that it was cancelled.',
    tests: [`${PG}/src/booking-changes.test.ts`, `${PG}/src/contract.test.ts`],
  },
  {
    name: 'pg-numbers-by-time-alone',
    file: `${PG}/migrations/0017-changes.sql`,
    find: 'rank + greatest(last, max(seconds * 1000000 - rank) OVER (ORDER BY rank))',
    replace: 'rank + max(seconds * 1000000 - rank) OVER (ORDER BY rank)',
    breaks: 'A booking that is committed late is never listed to who was shown a later one.',
    tests: [`${PG}/src/booking-changes.test.ts`],
  },
  {
    name: 'pg-numbers-wait-for-steps',
    file: `${PG}/migrations/0017-changes.sql`,
    find: ' FOR NO KEY UPDATE SKIP LOCKED',
    replace: ' FOR NO KEY UPDATE',
    breaks: 'A list waits for a booking that is being changed, and two of them in a circle.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'waits for no step',
  },
  {
    name: 'list-twice-in-one-answer',
    file: LIST,
    find: '      found.delete(change.booking.id); // it has changed again meanwhile, and comes once, as it is now\n',
    replace: '',
    breaks: 'A booking that changes while it is listed stands where it was before it changed.',
    tests: [`${ENGINE}/app/partner/list-bookings.test.ts`],
  },
  {
    name: 'list-read-before-it-is-numbered',
    file: `${PG}/src/booking-changes.ts`,
    find: `    await query(NUMBER, [channel, after, CHANGES_EXAMINED_MAX]);
    const examined = await examine(query, request);
`,
    replace: `    const examined = await examine(query, request);
    await query(NUMBER, [channel, after, CHANGES_EXAMINED_MAX]);
`,
    breaks: 'While another server numbers changes, a list lacks bookings that were acknowledged long before.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'while others are numbered',
  },
  {
    name: 'list-says-that-it-is-all',
    file: `${PG}/src/booking-changes.ts`,
    find: '(await query<{ more: boolean }>(MORE, [channel, through]))[0]!.more;',
    replace: 'false;',
    breaks: 'A list lacks a booking that is being changed, and says that there is no more.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'while others are numbered',
  },
];
