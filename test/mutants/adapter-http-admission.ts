/** Admission at the edge: the guard and its order, bodies, and the number of concurrent requests. */
import type { Faults } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const guard: Faults = {
  'guard-body-before-the-guard': {
    file: `${HTTP}/api/guard.ts`,
    find: 'const { caller, partner } = await admit({ engine, subject }, endpoint, request, ids, exchange);',
    replace:
      'if (request.method === "POST") await receive(async ({ body }) => body && "getReader" in body && body.getReader().read(), []).catch(() => undefined);\n    const { caller, partner } = await admit({ engine, subject }, endpoint, request, ids, exchange);',
    breaks: 'Whoever has no key has 64 KiB read for each request.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
};

const overload: Faults = {
  'overload-place-kept-by-a-fault': {
    file: `${HTTP}/http/overload.ts`,
    find: '      } finally {\n        giveBack();\n      }',
    replace:
      '      } catch (error) {\n        isHeld = false;\n        throw error;\n      } finally {\n        giveBack();\n      }',
    breaks: 'Each request that fails takes a place for ever, until none is left.',
    tests: [`${HTTP}/http/overload.test.ts`],
  },
  'shares-without-turns': {
    file: `${HTTP}/http/overload.ts`,
    find: '    this.#inTurn.delete(share);\n    this.#inTurn.add(share);\n    const [first]',
    replace: '    const [first]',
    breaks:
      'Where all places are taken, those who wait for other restaurants come after all who wait for the first.',
    tests: [`${HTTP}/http/gate.test.ts`],
  },
  'fast-path-without-a-share': {
    file: `${HTTP}/api/fast-path.ts`,
    find: 'const coming = overload.enter(load, id, request.response);',
    replace: 'const coming = overload.enter(load, null, request.response);',
    breaks: 'Who asks for one day of one restaurant over and over holds up everybody.',
    tests: [`${HTTP}/http/gate.test.ts`],
  },
  'intake-newest-gives-way': {
    file: `${HTTP}/http/read-body.ts`,
    find: 'const [oldest] = set;',
    replace: 'const oldest = [...set].at(-1);',
    breaks: 'One slow body after the other keeps the quick ones out.',
    tests: [`${HTTP}/http/body-intake.test.ts`],
  },
};

export const faults: Faults = { ...guard, ...overload };
