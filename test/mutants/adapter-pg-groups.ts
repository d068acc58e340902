/** Steps that share a transaction on PostgreSQL: whom they wait for, contended keys, doubt after a lost answer. */
import type { Faults } from './run/fault.ts';

const PG = 'packages/adapter-pg/src';

export const faults: Faults = {
  'pg-deadlock-is-a-fault': {
    file: `${PG}/errors.ts`,
    find: "'40P01', ",
    replace: '',
    breaks: 'A deadlock with another server is answered 500.',
    tests: [`${PG}/contention.test.ts`],
    titled: 'a deadlock',
  },
  'pg-bar-not-committed': {
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace:
      '!taken) throw error;\n      if (!taken.snapshot.changes() && taken.snapshot !== snapshot) return taken;\n',
    breaks: 'After two lost answers, a rejected step still reaches the database and books.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'arrives after it was given up',
  },
  'pg-recalled-look-believed': {
    file: `${PG}/step-groups.ts`,
    find: '!taken) throw error;\n',
    replace: '!taken) throw error;\n      if (!taken.snapshot.changes() && !doubt) return taken;\n',
    breaks: 'After a lost database answer, the server trusts its cached day.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'a read whose answer is lost',
  },
  'pg-recalled-diary-not-compared': {
    file: 'packages/adapter-pg/functions.sql',
    find: 'coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO',
    replace: 'count(*) >= 0 INTO',
    breaks: 'A server decides on an outdated day, and only the constraint prevents a double booking.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'D2 every step sees|takes one round trip',
  },
  'pg-recalled-key-not-looked-up': {
    file: 'packages/adapter-pg/functions.sql',
    find: '  IF cardinality(unused_keys) > 0 THEN',
    replace: '  IF false THEN',
    breaks: 'A repeated request is rejected on a full day, although the first one booked.',
    tests: [`${PG}/lasting-snapshots.test.ts`],
    titled: 'that another process has used',
  },
};
