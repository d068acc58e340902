/** What the SQLite storage promises: groups, durability, one writer. */
import type { Fault } from './run/fault.ts';

const SQLITE = 'packages/adapter-sqlite/src';

const groups: readonly Fault[] = [
  {
    name: 'group-commit-first-come-first-served',
    file: `${SQLITE}/taking-turns.ts`,
    find: 'Math.max(current, latest.get(locationId) ?? 0) + 1',
    replace: '0',
    breaks: 'A thousand bookings that wait at one restaurant come before the one that another waits for.',
    tests: [`${SQLITE}/group-commit.test.ts`],
  },
  {
    name: 'turns-of-no-location',
    file: `${SQLITE}/bookings.ts`,
    find: '}, locationId);',
    replace: '});',
    breaks: 'All steps are of nobody, and a rush takes all turns.',
    tests: [`${SQLITE}/bookings.test.ts`],
  },
  {
    name: 'sqlite-group-without-end',
    file: `${SQLITE}/group-commit.ts`,
    find: '    if (!budget.hasRoom) break;\n',
    replace: '',
    breaks:
      'Hundreds of slow creates hold the event loop, and the file from all other processes, for seconds.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'after 10 ms',
  },
  {
    name: 'sqlite-goes-on-after-it-was-undone',
    file: `${SQLITE}/group-commit.ts`,
    find: '      if (!database.inTransaction) throw error;\n',
    replace: '',
    breaks: 'On a full disk the steps behind are saved by themselves, unflushed and by halves.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'itself has undone',
  },
  {
    name: 'sqlite-fault-not-undone',
    file: `${SQLITE}/group-commit.ts`,
    find: 'transaction.inSavepoint(() => step(shared))',
    replace: 'step(shared)',
    breaks: 'Half of a refused step is saved along with the others.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'half-way',
  },
  {
    name: 'sqlite-sealed-too-late',
    file: `${SQLITE}/group-commit.ts`,
    find: '        const sealed = seal(shared);\n        transaction.commit();\n',
    replace: '        transaction.commit();\n        const sealed = seal(shared);\n',
    breaks: 'A change is counted in a transaction of its own, or never.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'sealed in their transaction',
  },
  {
    name: 'sqlite-waits-asleep-or-not-at-all',
    file: `${SQLITE}/write-lock.ts`,
    find: '        if (isPatient && isHeld) return random() * PAUSE_MS;\n',
    replace: '',
    breaks: 'Two servers on one file answer each other’s guests with 503.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'while another connection writes',
  },
  {
    name: 'sqlite-joins-the-hosts-transaction',
    file: `${SQLITE}/write-lock.ts`,
    find: '        if (database.inTransaction) throw new HostIsWriting();\n',
    replace: '',
    breaks: 'A booking that comes while the program around Bord is in a transaction is refused at once.',
    tests: [`${SQLITE}/host-database.test.ts`],
    titled: 'transaction',
  },
];

const bookings: readonly Fault[] = [
  {
    name: 'sqlite-stale-plan-decides',
    file: `${SQLITE}/bookings.ts`,
    find: '        if (snapshots.revisionOf(locationId) !== scope.locationRevision) throw new StaleStepError();\n',
    replace: '',
    breaks: 'A table is booked that the operator has just taken away.',
    tests: [`${SQLITE}/bookings.test.ts`],
    titled: 'stale',
  },
  {
    name: 'sqlite-tables-not-traded',
    file: `${SQLITE}/bookings.ts`,
    find: '    for (const { id } of moved) vacate.run(id);\n',
    replace: '',
    breaks: 'Bookings cannot make room for one another: every re-seating is a 500.',
    tests: [`${SQLITE}/bookings.test.ts`],
    titled: 'in a ring',
  },
];

export const faults: readonly Fault[] = [...groups, ...bookings];
