import { expect, test } from 'vitest';
import { growingTable } from './growing-table.ts';

test('columns keep their width from page to page, under one heading', () => {
  const table = growingTable(['id', 'name']);
  expect(table([['1', 'Astrid Berg']])).toBe('id  name\n1   Astrid Berg');
  expect(table([['2', 'Bo']])).toBe('2   Bo');
  expect(table([['12345', 'Cecilia']])).toBe('12345  Cecilia');
  expect(table([['6', 'D']])).toBe('6      D');
});

test('signs that are wide, or none, are laid out as everywhere', () => {
  const table = growingTable(['name', 'n']);
  table([['Astrid', '1']]);
  expect(table([['Åsa Ögren', '2']])).toBe('Åsa Ögren  2');
  expect(table([['食べ物', '3']])).toBe('食べ物     3');
  expect(table([['Bo', '4']])).toBe('Bo         4');
});
