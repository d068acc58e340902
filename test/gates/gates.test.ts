/** A sample of `npm run proof -- gates`: the check that takes least. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Copy } from '../mutants/run/copy.ts';
import { GATES, missedBy } from './gates.ts';

test('npm run check reports a planted fault, and npm run proof -- gates has one for each check', ({
  onTestFinished,
}) => {
  const copy = new Copy();
  onTestFinished(() => copy.remove());
  const source = readFileSync(new URL('../../scripts/check.ts', import.meta.url), 'utf8');
  const checks = [...source.matchAll(/^ {4}name: '(\w+)'|^ {2}\{ name: '(\w+)'/gm)].map(
    ([, a, b]) => a ?? b!,
  );
  // That of the tarballs has its own controls in scripts/tarballs.ts; the size is reported only.
  expect(new Set([...GATES.map(({ check }) => check), 'tarballs', 'size'])).toEqual(new Set(checks));
  expect(
    missedBy(
      GATES.find(({ check }) => check === 'format')!,
      copy.folder,
    ),
  ).toBeNull();
});
