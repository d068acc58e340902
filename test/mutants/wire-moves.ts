/** A partner's moves, and the alternatives of a rejection, on the wire. */
import type { Faults } from './run/fault.ts';

const MOVE = 'packages/engine/src/core/booking/decide-partner.ts';
const tests = ['test/spec/d32-move.test.ts', 'test/conformance/own-server.test.ts'];

export const faults: Faults = {
  'move-to-any-table': {
    file: MOVE,
    find: "move(at, request, 'online')",
    replace: "move(at, request, 'all')",
    breaks: 'A partner moves to tables, times and crowds that she could not book.',
    tests,
  },
  'alternatives-break-the-refusal': {
    file: 'packages/adapter-http/src/http/extra.ts',
    find: '      return null;\n    });',
    replace: '      throw error;\n    });',
    breaks: 'A refusal becomes a 500 when other times cannot be read.',
    tests,
  },
  'alternatives-whatever-it-costs': {
    file: 'packages/adapter-http/src/http/extra.ts',
    find: "overload.run('reading', locationId, find)",
    replace: 'find()',
    breaks: 'A crowd at one table has all of its refusals search at the same time, before anybody books.',
    tests,
  },
};
