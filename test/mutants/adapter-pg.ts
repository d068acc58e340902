/** Guarantees of the PostgreSQL storage: limits, notifications, a pool of the host. */
import type { Faults } from './run/fault.ts';

const PG = 'packages/adapter-pg/src';

const limits: Faults = {
  'pg-locks-waited-for-ever': {
    file: `${PG}/timeouts.ts`,
    find: '    `SET LOCAL lock_timeout = ${lockMs}`,\n',
    replace: '',
    breaks: 'During an ALTER TABLE, reads wait for the longest allowed statement.',
    tests: [`${PG}/timeouts.test.ts`],
    titled: 'sessions keep no state|inspecting a locked database',
  },
  'pg-statements-run-for-ever': {
    file: `${PG}/timeouts.ts`,
    find: '    `SET LOCAL statement_timeout = ${statementMs}`,\n',
    replace: '',
    breaks: 'Abandoned statements keep running in the database, until no connection is left.',
    tests: [`${PG}/timeouts.test.ts`],
    titled: 'a statement that takes too long|sessions keep no state',
  },
  'pg-limits-left-on-the-session': {
    file: `${PG}/timeouts.ts`,
    find: 'SET LOCAL statement_timeout',
    replace: 'SET statement_timeout',
    breaks: 'With PgBouncer, another program’s statement is cancelled after eight seconds.',
    tests: [`${PG}/timeouts.test.ts`],
    titled: 'sessions keep no state',
  },
};

const invalidations: Faults = {
  'pg-stray-notice-ends-the-process': {
    file: `${PG}/invalidations.ts`,
    find: "  } catch {\n    return { kind: 'anything' };",
    replace: '  } catch (error) {\n    throw error;',
    breaks: 'A NOTIFY sent by hand stops every server.',
    tests: [`${PG}/invalidations.test.ts`],
    titled: 'invalid notifications',
  },
};

export const faults: Faults = { ...limits, ...invalidations };
