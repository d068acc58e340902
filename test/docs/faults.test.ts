import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cell, code, contractSaboteurs } from '../../scripts/faults-page.ts';
import { compileCache } from '../support/compile-cache.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const page = readFileSync(`${ROOT}test/mutants/FAULTS.md`, 'utf8');

test('the page of hand-made faults is current: node --conditions=@bord/source scripts/faults.ts writes it', async () => {
  const args = ['--conditions=@bord/source', 'scripts/faults.ts', '--check'];
  const env = { ...process.env, ...compileCache() };
  await expect(promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).resolves.toMatchObject({
    stdout: '',
  });
});

test('every kind of fault is on it, and its tables are whole', () => {
  const counts = Array.from(page.matchAll(/^\| [a-z ]+ \| (\d+) \| /gm), ([, count]) => Number(count));
  expect(counts).toHaveLength(5);
  for (const count of counts) expect(count).toBeGreaterThan(20);
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(500);
  for (const row of rows) expect(row.split(/(?<!\\) \| /).length, row).toBeGreaterThanOrEqual(2);
  expect(page).not.toMatch(/\| (?:undefined)? \||\[object/);
});

test('every wrong storage of the contract’s tests is listed once', () => {
  const folder = `${ROOT}packages/engine/src/contract`;
  const names = contractSaboteurs(folder).map(({ name, caughtBy }) => `${caughtBy}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'bookings: no lock between reading and saving',
      'secret key: a fingerprint lost',
      'guests: waiting webhooks that keep an erased guest',
    ]),
  );
});

test('the content of a cell cannot end the cell', () => {
  expect(cell('a | b\n< c')).toBe('a \\| b &lt; c');
  expect(code('a|b`c')).toBe('`a\\|bˋc`');
});
