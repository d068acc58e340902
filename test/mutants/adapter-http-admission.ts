/** Admission at the edge: the guard and its order, bodies, and the number of concurrent requests. */
import type { Faults } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const guard: Faults = {
  'guard-body-before-the-guard': {
    file: `${HTTP}/api/guard.ts`,
    find: 'const { caller, partner } = await admit({ engine, subject }, endpoint, request, ids, exchange);',
    replace:
      'if (request.method === "POST") await receive(async ({ body }) => body && "getReader" in body && body.getReader().read(), []).catch(() => undefined);\n    const { caller, partner } = await admit({ engine, subject }, endpoint, request, ids, exchange);',
    breaks: 'A request without a key makes the server read 64 KiB.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
};

const overload: Faults = {
  'overload-place-kept-by-a-fault': {
    file: `${HTTP}/http/overload.ts`,
    find: '      } finally {\n        giveBack();\n      }',
    replace:
      '      } catch (error) {\n        isHeld = false;\n        throw error;\n      } finally {\n        giveBack();\n      }',
    breaks: 'Failed requests keep their slots, until the server rejects all requests.',
    tests: [`${HTTP}/http/overload.test.ts`],
  },
  'shares-without-turns': {
    file: `${HTTP}/http/overload.ts`,
    find: '    this.#inTurn.delete(share);\n    this.#inTurn.add(share);\n    const [first]',
    replace: '    const [first]',
    breaks: 'When all slots are in use, requests of other restaurants wait behind all requests of the first.',
    tests: [`${HTTP}/http/gate.test.ts`],
  },
  'fast-path-without-a-share': {
    file: `${HTTP}/api/fast-path.ts`,
    find: 'const coming = overload.enter(load, id, request.response);',
    replace: 'const coming = overload.enter(load, null, request.response);',
    breaks: 'A client that repeats one question delays all other clients.',
    tests: [`${HTTP}/http/gate.test.ts`],
  },
  'intake-newest-gives-way': {
    file: `${HTTP}/http/read-body.ts`,
    find: 'const [oldest] = set;',
    replace: 'const oldest = [...set].at(-1);',
    breaks: 'Slow request bodies block fast ones.',
    tests: [`${HTTP}/http/body-intake.test.ts`],
  },
};

export const faults: Faults = { ...guard, ...overload };
