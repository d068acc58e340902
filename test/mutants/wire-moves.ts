/** A partner's moves, and the alternatives of a rejection, on the wire. */
import type { Faults } from './run/fault.ts';

const MOVE = 'packages/engine/src/core/booking/decide-partner.ts';
const tests = ['test/spec/d32-move.test.ts', 'test/conformance/own-server.test.ts'];

export const faults: Faults = {
  'move-to-any-table': {
    file: MOVE,
    find: "move(at, request, 'online')",
    replace: "move(at, request, 'all')",
    breaks: 'A partner can move a booking to tables and times that it could not book.',
    tests,
  },
  'alternatives-break-the-refusal': {
    file: 'packages/adapter-http/src/http/extra.ts',
    find: '      return null;\n    });',
    replace: '      throw error;\n    });',
    breaks: 'A rejection is answered 500 if the alternatives cannot be read.',
    tests,
  },
  'alternatives-whatever-it-costs': {
    file: 'packages/adapter-http/src/http/extra.ts',
    find: "overload.run('reading', locationId, find)",
    replace: 'find()',
    breaks: 'In a rush, the alternatives of all rejected requests are searched before any booking.',
    tests,
  },
};
