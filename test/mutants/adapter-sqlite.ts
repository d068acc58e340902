/** Guarantees of the SQLite storage: group commit, durability, one writer. */
import type { Faults } from './run/fault.ts';

const SQLITE = 'packages/adapter-sqlite/src';

const groups: Faults = {
  'group-commit-first-come-first-served': {
    file: `${SQLITE}/taking-turns.ts`,
    find: 'Math.max(current, latest.get(locationId) ?? 0) + 1',
    replace: '0',
    breaks: 'One booking waits behind a thousand bookings of another restaurant.',
    tests: [`${SQLITE}/group-commit.test.ts`],
  },
  'turns-of-no-location': {
    file: `${SQLITE}/bookings.ts`,
    find: '}, locationId);',
    replace: '});',
    breaks: 'Steps are not counted by restaurant, so a rush at one restaurant blocks the others.',
    tests: [`${SQLITE}/bookings.test.ts`],
  },
  'sqlite-fault-not-undone': {
    file: `${SQLITE}/group-commit.ts`,
    find: 'transaction.inSavepoint(() => step(shared))',
    replace: 'step(shared)',
    breaks: 'Half of a rejected step is saved with the others of its group.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'a step that throws, before or after',
  },
  'sqlite-sealed-too-late': {
    file: `${SQLITE}/group-commit.ts`,
    find: '        const sealed = seal(shared);\n        transaction.commit();\n',
    replace: '        transaction.commit();\n        const sealed = seal(shared);\n',
    breaks: 'A change is counted in another transaction, or never.',
    tests: [`${SQLITE}/group-commit.test.ts`],
    titled: 'sealed in their transaction',
  },
};

export const faults: Faults = { ...groups };
