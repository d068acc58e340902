/** Guarantees of the PostgreSQL storage: limits, notifications, a pool of the host. */
import type { Faults } from './run/fault.ts';

const PG = 'packages/adapter-pg/src';

const limits: Faults = {
  'pg-locks-waited-for-ever': {
    file: `${PG}/limits.ts`,
    find: '    `SET LOCAL lock_timeout = ${lockMs}`,\n',
    replace: '',
    breaks: 'Behind an ALTER TABLE every read waits for as long as the longest statement may.',
    tests: [`${PG}/limits.test.ts`],
    titled: 'sessions keep no state|inspecting a locked database',
  },
  'pg-statements-run-for-ever': {
    file: `${PG}/limits.ts`,
    find: '    `SET LOCAL statement_timeout = ${statementMs}`,\n',
    replace: '',
    breaks: 'An abandoned statement keeps running at the server, until no connections are left.',
    tests: [`${PG}/limits.test.ts`],
    titled: 'a statement that takes too long|sessions keep no state',
  },
  'pg-limits-left-on-the-session': {
    file: `${PG}/limits.ts`,
    find: 'SET LOCAL statement_timeout',
    replace: 'SET statement_timeout',
    breaks: 'Behind a PgBouncer another program’s report is cancelled after eight seconds.',
    tests: [`${PG}/limits.test.ts`],
    titled: 'sessions keep no state',
  },
};

const invalidations: Faults = {
  'pg-stray-notice-ends-the-process': {
    file: `${PG}/invalidations.ts`,
    find: "  } catch {\n    return { kind: 'anything' };",
    replace: '  } catch (error) {\n    throw error;',
    breaks: 'A NOTIFY by hand ends every server.',
    tests: [`${PG}/invalidations.test.ts`],
    titled: 'invalid notifications',
  },
};

export const faults: Faults = { ...limits, ...invalidations };
