/** The theorem of exact re-seating: false rejections are found on days that are known to fit all parties. */
import type { Faults } from './run/fault.ts';

const SOLVER = 'packages/engine/src/core/seating/solver';
const tests = ['test/proof/seating/feasible-days.test.ts'];

export const faults: Faults = {
  'theorem-closed-one-too-early': {
    file: `${SOLVER}/capacity-bound.ts`,
    find: '>= room[c * segments + segment]! ? 1 : 0;',
    replace: '>= room[c * segments + segment]! - 1 ? 1 : 0;',
    breaks: 'The last table of a class is never used.',
    tests,
  },
  'theorem-one-joined-table-less': {
    file: `${SOLVER}/classes.ts`,
    find: 'return Math.min(open.length, Math.floor(',
    replace: 'return Math.min(open.length - 1, Math.floor(',
    breaks: 'One combination is ignored, and a large party is rejected.',
    tests,
  },
};
