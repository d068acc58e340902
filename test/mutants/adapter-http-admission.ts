/** Whom and what the edge lets in: the guard and its order, bodies, and how much at once. */
import type { Fault } from './run/fault.ts';

const HTTP = 'packages/adapter-http/src';

const guard: readonly Fault[] = [
  {
    name: 'guard-switch-looked-at-never',
    file: `${HTTP}/api/guard.ts`,
    find: '  await assertEnabled(engine);\n  const caller',
    replace: '  const caller',
    breaks: 'A service that is switched off goes on taking bookings.',
    tests: [`${HTTP}/api/guard.test.ts`, `${HTTP}/api/errors.test.ts`],
  },
  {
    name: 'guard-scope-before-rate',
    file: `${HTTP}/api/guard.ts`,
    find: '  exchange.rate = await engine.partner(caller).countRequest();\n',
    replace:
      '  assertScope(caller, requirement.scope);\n  exchange.rate = await engine.partner(caller).countRequest();\n',
    breaks: 'Requests without the scope are counted against nobody, and carry no stand.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
  {
    name: 'guard-limit-counted-and-not-held',
    file: `${HTTP}/api/guard.ts`,
    find: "  if (!exchange.rate?.allowed) throw new BookingError('rate_limited');\n",
    replace: '',
    breaks: 'The limit of a key is a number in a header.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
  {
    name: 'guard-either-of-two-keys',
    file: `${HTTP}/api/guard.ts`,
    find: "  if (bearer !== null && own !== null && bearer !== own) throw new BookingError('key_invalid');\n",
    replace: '',
    breaks: 'Of two keys in one request a proxy counts the one and the server the other.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
  {
    name: 'guard-body-before-the-guard',
    file: `${HTTP}/api/pipeline.ts`,
    find: 'const caller = await admit(engine, endpoint, request.headers, ids, exchange);',
    replace:
      'if (request.method === "POST") await receive(readJson, []).catch(() => undefined);\n          const caller = await admit(engine, endpoint, request.headers, ids, exchange);',
    breaks: 'Whoever has no key has 64 KiB read for each request.',
    tests: [`${HTTP}/api/guard.test.ts`],
  },
  {
    name: 'fast-path-past-the-limit',
    file: `${HTTP}/api/fast-path.ts`,
    find: 'caller && exchange.rate?.allowed ?',
    replace: 'caller ?',
    breaks: 'A day that is in memory is answered however often a key asks.',
    tests: [`${HTTP}/api/fast-path.test.ts`],
  },
  {
    name: 'fast-path-keeps-its-place',
    file: `${HTTP}/api/fast-path.ts`,
    find: 'if (isIn) overload.leave(load);',
    replace: '',
    breaks: 'After some hundred answers the server has no room for another.',
    tests: [`${HTTP}/api/fast-path.test.ts`],
  },
  {
    name: 'fast-path-for-either-of-two-keys',
    file: `${HTTP}/api/fast-path.ts`,
    find: 'return isOne ? presentedKey(headers) : null;',
    replace: "return headers.get('x-partner-key') ?? presentedKey(headers);",
    breaks: 'Of two keys in one request the server takes one.',
    tests: [`${HTTP}/api/fast-path.test.ts`],
  },
];

const bodies: readonly Fault[] = [
  {
    name: 'body-counted-as-declared',
    file: `${HTTP}/node/read-body.ts`,
    find: '      if (size > max) return settle(() => reject(tooLarge(max)));\n',
    replace: '',
    breaks: 'A body in chunks fills the memory.',
    tests: [`${HTTP}/node/read-body.test.ts`],
  },
  {
    name: 'body-of-64-kib-refused',
    file: `${HTTP}/node/read-body.ts`,
    find: '?? 0) > max) throw tooLarge(max);',
    replace: '?? 0) >= max) throw tooLarge(max);',
    breaks: 'The largest body that the contract allows is refused.',
    tests: [`${HTTP}/node/read-body.test.ts`],
  },
  {
    name: 'body-of-any-depth',
    file: `${HTTP}/node/read-body.ts`,
    find: '  assertNesting(body, NESTING_MAX);\n',
    replace: '',
    breaks: 'A body of ten thousand brackets meets a recursion somewhere, and is a 500.',
    tests: ['test/load/hostile.test.ts', `${HTTP}/node/read-body.test.ts`],
  },
  {
    name: 'body-of-any-bytes',
    file: `${HTTP}/node/read-body.ts`,
    find: "new TextDecoder('utf-8', { fatal: true })",
    replace: "new TextDecoder('utf-8')",
    breaks: 'Names in an old encoding are stored with question marks.',
    tests: [`${HTTP}/node/read-body.test.ts`],
  },
  {
    name: 'body-of-any-type',
    file: `${HTTP}/node/read-body.ts`,
    find: "  assertJsonType(request.headers.get('content-type'));\n",
    replace: '',
    breaks: 'A form on any web page posts to the API.',
    tests: [`${HTTP}/node/read-body.test.ts`],
  },
  {
    name: 'page-form-of-any-type',
    file: `${HTTP}/pages/read-form.ts`,
    find: "if (type.trim() !== 'application/x-www-form-urlencoded')",
    replace: "if (type.trim() === 'text/html')",
    breaks: 'What is no form is read as one.',
    tests: [`${HTTP}/pages/read-form.test.ts`],
  },
  {
    name: 'page-key-by-a-post-that-is-no-form',
    file: `${HTTP}/pages/sandbox/sandbox-routes.ts`,
    find: '        await input.readForm();\n',
    replace: '',
    breaks: 'A program that follows links by POST makes the key, and shows it to nobody.',
    tests: [`${HTTP}/pages/mount-pages.test.ts`],
  },
];

const overload: readonly Fault[] = [
  {
    name: 'overload-place-kept-by-a-fault',
    file: `${HTTP}/api/overload.ts`,
    find: '  try {\n    return await work(admission);\n  } finally {\n    admission.giveBack();\n  }',
    replace: '  const done = await work(admission);\n  admission.giveBack();\n  return done;',
    breaks: 'Each request that fails takes a place for ever, until none is left.',
    tests: [`${HTTP}/api/overload.test.ts`],
  },
  {
    name: 'overload-place-held-for-a-slow-sender',
    file: `${HTTP}/api/overload.ts`,
    find: '      giveBack();\n      const come = await wait();\n      await comeBack();\n      isHeld = true;\n',
    replace: '      const come = await wait();\n',
    breaks: 'Slow senders hold all places.',
    tests: [`${HTTP}/node/body-intake.test.ts`],
  },
  {
    name: 'overload-any-number-waits',
    file: `${HTTP}/api/overload.ts`,
    find: 'if (at.queue.size >= at.waiting) throw new ShedError(load);',
    replace: '',
    breaks: 'Under load everybody waits, and everything is done too late.',
    tests: [`${HTTP}/api/overload.test.ts`],
  },
  {
    name: 'intake-newest-gives-way',
    file: `${HTTP}/node/body-intake.ts`,
    find: 'const [oldest] = set;',
    replace: 'const oldest = [...set].at(-1);',
    breaks: 'One slow body after the other keeps the quick ones out.',
    tests: [`${HTTP}/node/body-intake.test.ts`],
  },
  {
    name: 'intake-never-forgets',
    file: `${HTTP}/node/body-intake.ts`,
    find: '        clearTimeout(timer);\n        forget(one);\n',
    replace: '        clearTimeout(timer);\n',
    breaks: 'Bodies that have long arrived count as arriving.',
    tests: [`${HTTP}/node/body-intake.test.ts`],
  },
];

export const faults: readonly Fault[] = [...guard, ...bodies, ...overload];
