/** The order in which partners see their bookings change. */
import type { Faults } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const PG = 'packages/adapter-pg';
const SQLITE = 'packages/adapter-sqlite';
const LIST = `${ENGINE}/app/partner/list-bookings.ts`;
const spec = ['test/spec/d33-list.test.ts'];
// Long titles are shown cut.
const contract =
  'changes are listed|made after|beyond the channel|has changed for|changes are those|many writes';

export const faults: Faults = {
  'list-since-leaves-the-instant-out': {
    file: LIST,
    find: 'Math.floor(Math.min(updatedSinceMs, LATEST_MS) / SECOND_MS)',
    replace: 'Math.ceil(Math.min(updatedSinceMs, LATEST_MS) / SECOND_MS)',
    breaks: 'A partner that asks with an instant within a second misses changes of this second.',
    tests: spec,
  },
  'list-since-moves-the-start': {
    file: `${ENGINE}/core/booking/changes.ts`,
    find: 'Math.max(Math.min(after, last), ',
    replace: 'Math.max(after, ',
    breaks: 'A cursor of before a failover skips a change that gets its number during the read.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'has not reached',
  },
  'sqlite-changes-keep-their-number': {
    file: `${SQLITE}/src/booking-row.ts`,
    find: 'THEN change_no ELSE ? END',
    replace: 'THEN change_no ELSE coalesce(change_no, ?) END',
    breaks: 'A cancellation is never listed.',
    tests: [`${SQLITE}/src/contract.test.ts`],
    titled: contract,
  },
  'pg-changes-keep-their-number': {
    file: `${PG}/functions.sql`,
    find: '  NEW.change_no := NULL;\n',
    replace: '',
    breaks: 'A cancellation is never listed.',
    tests: [`${PG}/src/booking-changes.test.ts`, `${PG}/src/contract.test.ts`],
  },
  'pg-numbers-by-time-alone': {
    file: `${PG}/functions.sql`,
    find: 'rank + greatest(last, max(seconds * 1000000 - rank) OVER (ORDER BY rank))',
    replace: 'rank + max(seconds * 1000000 - rank) OVER (ORDER BY rank)',
    breaks: 'A booking with a late commit is never listed after a later one.',
    tests: [`${PG}/src/booking-changes.test.ts`],
  },
  'list-read-before-it-is-numbered': {
    file: `${PG}/src/booking-changes.ts`,
    find: `    const [before] = await query<{ last: string }>(NUMBER, [channel, CHANGES_EXAMINED_MAX]);
    const start = listStart(request, Number(before!.last));
    const examined = await examine(query, request, start);
`,
    replace: `    const start = request.after;
    const examined = await examine(query, request, start);
    await query(NUMBER, [channel, CHANGES_EXAMINED_MAX]);
`,
    breaks: 'While another server numbers changes, a list lacks older bookings.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'read during numbering',
  },
  'list-says-that-it-is-all': {
    file: `${PG}/src/booking-changes.ts`,
    find: 'request, rest!.more);',
    replace: 'request, false);',
    breaks: 'A list lacks a booking that is being changed, and has no next page.',
    tests: [`${PG}/src/booking-changes.test.ts`],
    titled: 'read during numbering',
  },
};
