/** The nearest times of several restaurants. */
import type { Fault } from './run/fault.ts';

const SEARCH = 'packages/engine/src/app/partner/search-availability.ts';
const tests = ['test/spec/d34-search.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'search-shows-what-is-taken',
    file: SEARCH,
    find: 'slots.filter(({ available }) => available)',
    replace: '[...slots]',
    breaks: 'Guests are shown times that are refused as soon as they choose them.',
    tests,
  },
  {
    name: 'search-in-order-of-time',
    file: SEARCH,
    find: 'Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || ',
    replace: '',
    breaks: 'Who wants to come at seven is shown five times before noon.',
    tests,
  },
  {
    name: 'search-beyond-the-list',
    file: SEARCH,
    find: 'await visibleAt(app, caller, id, i)',
    replace: "await visibleAt(app, 'operator' as never, id, i)",
    breaks: 'A key learns which restaurants exist beyond its list.',
    tests,
  },
  {
    name: 'search-without-a-list-is-refused',
    file: 'packages/adapter-http/src/api/endpoints/search-availability.ts',
    find: "    access: 'named locations',\n",
    replace: '',
    breaks: 'A key that may ask every restaurant one by one may not ask them together.',
    tests: [...tests, 'test/spec/5-matrix.test.ts'],
  },
  {
    name: 'search-says-not-which',
    file: SEARCH,
    find: "throw new BookingError(error.code, message, ['locationIds', i]);",
    replace: 'throw error;',
    breaks: 'Of fifty restaurants one has left the list, and nobody can tell which.',
    tests,
  },
];
