/** Tables and combinations with seasons (D40): their availability by time and caller. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const brute = ['test/proof/properties/seasons.test.ts'];
const search = ['test/proof/seating/brute-force.test.ts'];
const engine = ['packages/engine/src/app/operator/seasons.test.ts'];

export const faults: Faults = {
  'season-tables-alike-whatever-their-season': {
    file: `${CORE}/seating/solver/floor.ts`,
    find: '${tableOptions[optionOfTable[i]!]!.seasonKey} ',
    replace: ' ',
    breaks: 'A closed table is used if the party could use another one.',
    tests: search,
  },
  'season-answers-of-another-date': {
    file: `${CORE}/seating/offer.ts`,
    find: 'let known = seasons.get(out);\n  if (!known) seasons.set(out, (known = new Map()));',
    replace: 'let known = seasons.get(null);\n  if (!known) seasons.set(null, (known = new Map()));',
    breaks: 'Six guests are offered times in winter that exist only on the summer terrace.',
    tests: [...engine, ...brute],
  },
};
