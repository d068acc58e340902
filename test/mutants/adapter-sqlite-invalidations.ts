/** What several processes on one SQLite file hear of each other. */
import type { Fault } from './run/fault.ts';

const SQLITE = 'packages/adapter-sqlite/src';

export const faults: readonly Fault[] = [
  {
    name: 'sqlite-changes-not-counted',
    file: `${SQLITE}/storage.ts`,
    find: 'shared.isChanged() ? changes.count() : undefined;',
    replace: 'undefined as undefined | (() => void);',
    breaks: 'A second server on the file offers tables that are taken, until it forgets by itself.',
    tests: [`${SQLITE}/invalidations.test.ts`],
    titled: 'may be kept in memory',
  },
  {
    name: 'sqlite-snapshot-outlasts-another-process',
    file: `${SQLITE}/lasting-snapshots.ts`,
    find: 'last?.commits === commits && last.rows',
    replace: 'last?.rows',
    breaks: 'A booking is decided on a day that another server has filled: 500, where it was full.',
    tests: [`${SQLITE}/lasting-snapshots.test.ts`],
    titled: 'D2',
  },
  {
    name: 'sqlite-rows-stay-as-read',
    file: `${SQLITE}/working-snapshot.ts`,
    find: '        if (rows) evolveRows(rows, interval, changes);\n',
    replace: '',
    breaks: 'A waiting party that was just given a table is given another by the next booking of the group.',
    tests: [`${SQLITE}/lasting-snapshots.test.ts`],
    titled: 'D2 every step',
  },
  {
    name: 'sqlite-disabled-endpoint-not-told',
    file: `${SQLITE}/outbox.ts`,
    find: '        if (endpoint?.disabledMs !== before?.disabledMs) shared.changed();\n',
    replace: '',
    breaks: 'Other processes write events for an endpoint that is closed, and know nothing of it.',
    tests: [`${SQLITE}/invalidations.test.ts`],
    titled: 'disabled by its failures',
  },
  {
    name: 'sqlite-erased-guest-not-told',
    file: `${SQLITE}/guests.ts`,
    find: "      if (state === 'waiting') shared.changed(); // others may have it in hand\n",
    replace: '',
    breaks: 'A server goes on to send what it has in hand, with the name of a guest whom the CLI has erased.',
    tests: [`${SQLITE}/invalidations.test.ts`],
    titled: 'D26',
  },
  {
    name: 'sqlite-every-delivery-forgets-everything',
    file: `${SQLITE}/invalidations.ts`,
    find: 'version === undefined || isCachedDataChanged() ? ANYTHING : NOTHING_CACHED',
    replace: 'ANYTHING',
    breaks: 'A webhook makes the other processes forget every evening, ten times a second.',
    tests: [`${SQLITE}/invalidations.test.ts`],
    titled: 'knocks at the door',
  },
];
