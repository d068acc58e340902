/** The nearest times of several restaurants. */
import type { Faults } from './run/fault.ts';

const SEARCH = 'packages/engine/src/app/partner/search-availability.ts';
const tests = ['test/spec/d34-search.test.ts'];

export const faults: Faults = {
  'search-shows-what-is-taken': {
    file: SEARCH,
    find: 'slots.filter(({ available }) => available)',
    replace: '[...slots]',
    breaks: 'Guests are shown times that are rejected when they choose them.',
    tests,
  },
};
