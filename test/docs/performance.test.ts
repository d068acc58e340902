import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageOf } from '../../bench/page.ts';
import { svgOf } from '../../bench/plot.ts';
import { FILES, readRecord } from '../../bench/record.ts';

const recorded = readRecord();
const page = readFileSync(FILES.page, 'utf8');

test('the page about speed and its plot say what was recorded: npm run bench -- --page', () => {
  expect(page).toBe(pageOf(page, recorded));
  expect(readFileSync(FILES.plot, 'utf8')).toBe(svgOf(recorded.curves));
});

test('a page that is not as recorded is noticed', () => {
  const [name, benchmark] = Object.entries(recorded.benchmarks)[0]!;
  const [first, ...others] = benchmark.figures;
  const changed = { ...first!, figure: first!.figure * 2 };
  const benchmarks = { ...recorded.benchmarks, [name]: { ...benchmark, figures: [changed, ...others] } };
  expect(pageOf(page, { ...recorded, benchmarks })).not.toBe(page);
  expect(() => pageOf('# Speed', recorded)).toThrow('no part between');
});

test('the plot loads no foreign resource, and is readable on a dark background', () => {
  const svg = svgOf(recorded.curves);
  expect(svg.match(/(?:https?:)?\/\/[^"\s]+/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(svg).not.toMatch(/href|url\(|@import|<script|<image/);
  expect(svg).toContain('prefers-color-scheme: dark');
});
