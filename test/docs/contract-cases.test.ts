/** The table of contract cases names tests that exist, and misses no case of the first version. */
import { readFileSync } from 'node:fs';
import { storageContract } from '@bord/engine/testing';
import { expect, test } from 'vitest';

const ROW = /^\| (\d+) \| (`+) ?(.+?) ?\2 \| \[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\) \|/gm;

const rows = [...readFileSync('test/docs/contract-cases.md', 'utf8').matchAll(ROW)].map((row) => ({
  number: Number(row[1]),
  title: row[3]!,
  file: row[4]!,
}));

test('test/docs/contract-cases.md maps each of the 139 contract cases of the first version', () => {
  const numbers = [...new Set(rows.map(({ number }) => number))];
  expect(numbers).toEqual(Array.from({ length: 139 }, (_, i) => i + 1));
});

test('test/docs/contract-cases.md names tests that their files have, and the contract runs its cases', () => {
  const run = new Set(storageContract.map(({ name }) => name));
  const missing = rows.filter(
    ({ title, file }) =>
      !readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(title) ||
      (file.includes('/contract/') && !run.has(title)),
  );
  expect(missing).toEqual([]);
});
