import { expect, test } from 'vitest';
import { assertRuntime } from './runtime.ts';

test.each(['22.19.0', '22.20.1', '24.0.0', '26.3.0'])('Node.js %s is accepted', (node) => {
  expect(() => assertRuntime({ node })).not.toThrow();
});

test.each([
  [{ node: '20.20.2' }, 'Node.js 20.20.2'],
  [{ node: '22.18.0' }, 'Node.js 22.18.0'],
  [{ node: '22.6.0', bun: '1.1.45' }, 'Bun 1.1.45, which is compatible with Node.js 22.6.0'],
  [{ node: '20.11.1', deno: '2.0.0' }, 'Deno 2.0.0, which is compatible with Node.js 20.11.1'],
])('%o is rejected with the minimum version', (versions, found) => {
  expect(() => assertRuntime(versions)).toThrow(
    `Bord needs Node.js 22.19 or later, and this is ${found}: install a later version`,
  );
});
