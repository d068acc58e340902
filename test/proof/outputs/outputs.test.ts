/** The comparison of two records, and the replaced parts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences } from './compare.ts';
import { normalised } from './normalise.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bord-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'cli'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a planted change is found, and a file that only one record has', () => {
  const before = folderWith({ 'cli/a.txt': 'one\ntwo\n', 'cli/b.txt': 'same\n', 'cli/gone.txt': '' });
  const now = folderWith({ 'cli/a.txt': 'one\n2\n', 'cli/b.txt': 'same\n', 'cli/new.txt': '' });
  expect(differences(before, before)).toEqual([]);
  expect(differences(before, now)).toEqual([
    { name: 'cli/a.txt', kind: 'changed', lines: ['-two', '+2'] },
    { name: 'cli/gone.txt', kind: 'only in the first', lines: [] },
    { name: 'cli/new.txt', kind: 'only in the second', lines: [] },
  ]);
});

test.each([
  ['bk_01JX7abc, ev_Ab12cd', 'bk_<id>, ev_<id>'],
  ['bord_sandbox_0123456789abcdefghij', '<secret>'],
  [
    'http://127.0.0.1:49152/manage/bk_01JX7abc.0123456789abcdefghij',
    'http://127.0.0.1:<port>/manage/bk_<id>',
  ],
  ['at 2027-03-01T03:12:44Z, 04:12', 'at <now>Z, <now>'],
  ['bk_test_0jlBB3FPN:booking.created:1803870520 …Lt0A', 'bk_test_<id>:booking.created:<now> …<hint>'],
  ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '<uuid>'],
])('a difference between two runs is replaced: %s', (text, expected) => {
  expect(normalised(text)).toBe(expected);
});

test.each([
  '2027-03-05T19:00:00+01:00, 19:30, in_progress, hold_not_found',
  '00000000-0000-4000-8000-00000000d311',
  'Your table for 2 on Friday 5 March',
])('text that users see stays: %s', (text) => {
  expect(normalised(text)).toBe(text);
});
