/** The questions that a reader answers from the documentation: ten for each kind of reader, each with a page that exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../../scripts/prose/markdown.ts';

const page = readFileSync('test/docs/questions.md', 'utf8');

const ROW = /^\| (\d+) \| (.+?) \| (.+?) \| \[[^\]]+\]\(([^)#]+)(?:#([^)]+))?\) \|$/gm;
const rows = [...page.matchAll(ROW)].map(([, number, question, answer, file, anchor]) => ({
  number: Number(number),
  text: `${question} ${answer}`,
  file: join('test/docs', file!),
  anchor,
}));

test('each of the readers has ten questions, and each question another text', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(new Set(rows.map(({ text }) => text)).size).toBe(50);
  const readers = page.split(/^## /m).slice(1);
  expect(readers.map((part) => part.match(/^\| \d+ \|/gm)!.length)).toEqual([10, 10, 10, 10, 10]);
});

test('the page and the heading of each answer exist', () => {
  const missing = rows.filter(({ file, anchor }) => {
    if (!existsSync(file)) return true;
    return anchor !== undefined && !readPage(file, readFileSync(file, 'utf8')).anchors.has(anchor);
  });
  expect(missing).toEqual([]);
});
