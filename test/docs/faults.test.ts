import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cell, code, contractSaboteurs } from '../../scripts/faults-page.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const page = readFileSync(`${ROOT}docs/proof-faults.md`, 'utf8');

test('every kind of fault is on it, and its tables are whole', () => {
  const counts = Array.from(page.matchAll(/^\| [a-z ]+ \| (\d+) \| /gm), ([, count]) => Number(count));
  expect(counts).toHaveLength(5);
  for (const count of counts) expect(count).toBeGreaterThan(20);
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(1000);
  for (const row of rows) expect(row.split(/(?<!\\) \| /).length, row).toBeGreaterThanOrEqual(2);
  expect(page).not.toMatch(/\| (?:undefined)? \||\[object/);
});

test('all wrong storages of the contract’s tests are read, and none is read twice', () => {
  const folder = `${ROOT}packages/engine/src/contract`;
  const names = contractSaboteurs(folder).map(({ name, caughtBy }) => `${caughtBy}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'bookings: no lock between reading and saving',
      'secret key: a fingerprint that is not kept',
      'guests: waiting webhooks that still tell of her',
    ]),
  );
});

test('what stands in a cell cannot end it', () => {
  expect(cell('a | b\n< c')).toBe('a \\| b &lt; c');
  expect(code('a|b`c')).toBe('`a\\|bˋc`');
});
