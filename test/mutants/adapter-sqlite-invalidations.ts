/** Notifications between processes on one SQLite file. */
import type { Faults } from './run/fault.ts';

const SQLITE = 'packages/adapter-sqlite/src';

export const faults: Faults = {
  'sqlite-changes-not-counted': {
    file: `${SQLITE}/storage.ts`,
    find: 'shared.isChanged() ? changes.count() : undefined;',
    replace: 'undefined as undefined | (() => void);',
    breaks: 'A second server on the file offers booked tables until its cache expires.',
    tests: [`${SQLITE}/invalidations.test.ts`],
    titled: 'all cached data of others',
  },
  'sqlite-snapshot-outlasts-another-process': {
    file: `${SQLITE}/lasting-snapshots.ts`,
    find: 'last?.commits === commits && last.rows',
    replace: 'last?.rows',
    breaks: 'A booking on a day that another server has filled is answered 500 instead of 409.',
    tests: [`${SQLITE}/lasting-snapshots.test.ts`],
    titled: 'D2',
  },
};
