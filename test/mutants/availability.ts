/** The fast path to an availability answer: the plain path shows its faults. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const API = 'packages/adapter-http/src/api';
const tests = ['test/proof/seating/availability-bytes.test.ts'];

export const faults: Faults = {
  'quick-pacing-of-the-next-slot': {
    file: `${CORE}/seating/table-assignment.ts`,
    find: 'const slot = Math.floor((startMs - opensMs) / stepMs);',
    replace: 'const slot = Math.round((startMs - opensMs) / stepMs);',
    breaks: 'A party at ten past seven also counts for half past seven.',
    tests,
  },
  'gzip-for-who-refuses-it': {
    file: 'packages/adapter-http/src/http/accepts-gzip.ts',
    find: "?? wanted.get('x-gzip') ?? any;",
    replace: '|| 1;',
    breaks: 'A client that rejects gzip receives it.',
    tests: ['packages/adapter-http/src/http/accepts-gzip.test.ts', `${API}/batch-gzip.test.ts`],
  },
  'gzip-without-a-word': {
    file: `${API}/endpoints/read-availability-batch.ts`,
    find: "'content-encoding', 'gzip'",
    replace: "'x-content-encoding', 'gzip'",
    breaks: 'Compressed answers lack their header, and clients cannot parse them.',
    tests: [`${API}/batch-gzip.test.ts`],
  },
  'gzip-shared-by-proxies': {
    file: `${API}/endpoints/read-availability-batch.ts`,
    find: "const AS_IT_IS = ['vary', 'accept-encoding'] as const;",
    replace: "const AS_IT_IS = ['x-vary', 'accept-encoding'] as const;",
    breaks: 'A proxy sends compressed bytes to a client that did not ask for them.',
    tests: [`${API}/batch-gzip.test.ts`],
  },
};
