import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { STAGES } from './step.ts';

test('ARCHITECTURE lists the stages of a step in the order of the code', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../../../ARCHITECTURE.md'), 'utf8');
  const [table] = /\| stage \|[^]*?\n\n/.exec(text)!;
  const listed = Array.from(table.matchAll(/^ *\| `(\w+)` \|/gm), ([, stage]) => stage);
  expect(listed).toEqual(STAGES.map(({ name }) => name));
});
