/** Steps that share a transaction on PostgreSQL: whom they wait for, contended keys, doubt after a lost answer. */
import type { Fault } from './run/fault.ts';

const PG = 'packages/adapter-pg/src';

export const faults: readonly Fault[] = [
  {
    name: 'pg-group-without-end',
    file: `${PG}/step-groups.ts`,
    find: '    if (!budget.hasRoom) break;\n',
    replace: '',
    breaks:
      '256 slow creates are decided in one transaction until the server ends its session: 223 answers of 503.',
    tests: [`${PG}/step-groups.test.ts`],
    titled: 'after 10 ms of deciding',
  },
  {
    name: 'pg-deadlock-is-a-fault',
    file: `${PG}/errors.ts`,
    find: "'40P01', ",
    replace: '',
    breaks: 'Who waits in a circle with another server is answered 500.',
    tests: [`${PG}/contention.test.ts`],
    titled: 'a deadlock',
  },
  {
    name: 'pg-bar-not-committed',
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace:
      '!taken) throw error;\n      if (!taken.snapshot.changes() && taken.snapshot !== snapshot) return taken;\n',
    breaks: 'Where the answer is lost twice, a step that was refused in the end arrives and books after all.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'arrives after it was given up',
  },
  {
    name: 'pg-recalled-look-believed',
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace: '!taken) throw error;\n      if (!taken.snapshot.changes() && !doubt) return taken;\n',
    breaks:
      'When the answer of the database is lost, what the server remembers of an evening is taken for true.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'a look whose answer is lost',
  },
  {
    name: 'pg-recalled-diary-not-compared',
    file: 'packages/adapter-pg/functions.sql',
    find: 'coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO',
    replace: 'count(*) >= 0 INTO',
    breaks:
      'A server decides on an evening that others have changed: double bookings are left to the second guard.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'D2 every step sees|takes one round trip',
  },
  {
    name: 'pg-recalled-key-not-looked-up',
    file: 'packages/adapter-pg/functions.sql',
    find: '  IF cardinality(unused_keys) > 0 THEN',
    replace: '  IF false THEN',
    breaks: 'Who repeats a request on an evening that has filled is refused, though she has a booking.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'that somebody else has used meanwhile',
  },
  {
    name: 'pg-moved-booking-saved-at-its-old-tables',
    file: `${PG}/working-snapshot.ts`,
    find: 'if (known) this.#known.set(bookingId, reseated(known, amendment));',
    replace: '',
    breaks: 'A booking that is made and makes room in one group is saved at the table that it gave away.',
    tests: [`${PG}/contract.test.ts`],
    titled: 'taken together',
  },
  {
    name: 'pg-doubt-forgotten',
    file: `${PG}/step-groups.ts`,
    find: 'if (isSaved) return { result: doubt };',
    replace: '',
    breaks: 'When the answer to COMMIT is lost the guest is refused for her own booking.',
    tests: [`${PG}/faults.test.ts`],
    titled: 'no refusal of one’s own booking|a COMMIT that is cut after',
  },
  {
    name: 'pg-erased-guest-not-told',
    file: `${PG}/guests.ts`,
    find: '        if (some.waiting.length > 0) changed(some.waiting);\n',
    replace: '',
    breaks: 'A server goes on to send what it has in hand, with the name of a guest whom another has erased.',
    tests: [`${PG}/invalidations.test.ts`],
    titled: 'D26',
  },
];
