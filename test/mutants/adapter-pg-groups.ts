/** Steps that share a transaction on PostgreSQL: whom they wait for, contended keys, doubt after a lost answer. */
import type { Faults } from './run/fault.ts';

const PG = 'packages/adapter-pg/src';

export const faults: Faults = {
  'pg-deadlock-is-a-fault': {
    file: `${PG}/errors.ts`,
    find: "'40P01', ",
    replace: '',
    breaks: 'Who waits in a circle with another server is answered 500.',
    tests: [`${PG}/contention.test.ts`],
    titled: 'a deadlock',
  },
  'pg-bar-not-committed': {
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace:
      '!taken) throw error;\n      if (!taken.snapshot.changes() && taken.snapshot !== snapshot) return taken;\n',
    breaks: 'Where the answer is lost twice, a step that was refused in the end arrives and books after all.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'arrives after it was given up',
  },
  'pg-recalled-look-believed': {
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace: '!taken) throw error;\n      if (!taken.snapshot.changes() && !doubt) return taken;\n',
    breaks:
      'When the answer of the database is lost, what the server remembers of an evening is taken for true.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'a read whose answer is lost',
  },
  'pg-recalled-diary-not-compared': {
    file: 'packages/adapter-pg/functions.sql',
    find: 'coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO',
    replace: 'count(*) >= 0 INTO',
    breaks:
      'A server decides on an evening that others have changed: double bookings are left to the second guard.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'D2 every step sees|takes one round trip',
  },
  'pg-recalled-key-not-looked-up': {
    file: 'packages/adapter-pg/functions.sql',
    find: '  IF cardinality(unused_keys) > 0 THEN',
    replace: '  IF false THEN',
    breaks: 'Who repeats a request on an evening that has filled is refused, though she has a booking.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'that another process has used',
  },
};
