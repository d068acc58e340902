/** Kinds of false statements that the documentation once had. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { parseAll } from '../../scripts/prose/compiler.ts';
import { sourceTexts } from '../../scripts/prose/source-texts.ts';
import { nameOf, wholeProgram } from '../../scripts/reference/commands.ts';

const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'], {
  cwd: root,
});

/** The rows of tables with another number of cells than the head. Code spans and escapes can contain the sign. */
function brokenRows(text: string): readonly string[] {
  const cells = (line: string): number =>
    line
      .replaceAll(/\\\|/g, '')
      .replaceAll(/(`+).*?\1/g, '')
      .split('|').length;
  const lines = text.replaceAll(/^```[^]*?^```/gm, '').split('\n');
  let head = 0;
  return lines.filter((line, i) => {
    if (!line.startsWith('|')) head = 0;
    else if (head === 0) head = cells(line);
    // A table without the line below its head is none.
    const isHead = line.startsWith('|') && !lines[i - 1]?.startsWith('|');
    const isBroken = isHead && !/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[i + 1] ?? '');
    return isBroken || (head > 0 && cells(line) !== head);
  });
}

test('each table of the documentation has a head, and rows of as many cells', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap((file) => brokenRows(read(file)).map((row) => `${file}: ${row}`))).toEqual([]);
  expect(brokenRows('| a | b |\n| --- | --- |\n| 1 |\n| `x|y` | 2 |')).toEqual(['| 1 |']);
  expect(brokenRows('| a | b |\n| 1 | 2 |')).toEqual(['| a | b |']);
});

/** Pages of the repository, which the packages do not contain. */
const REPOSITORY = /(?:^|[\s(“])(?:docs\/[\w./-]+|[A-Z]+)\.md\b/;

test('help, errors and other output name no file that the packages lack', async () => {
  const files = globSync('packages/{cli,engine,adapter-pg,adapter-sqlite}/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/contract\//.test(file),
  );
  const texts = parseAll(root, files, sourceTexts).map(({ file, value }) => `${file}: ${value}`);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => REPOSITORY.test(text))).toEqual([]);
  const all = [await wholeProgram()];
  for (const command of all) all.push(...command.commands);
  const helps = all.map((command) => `${nameOf(command)}: ${command.helpInformation()}`);
  expect(helps.filter((help) => REPOSITORY.test(help))).toEqual([]);
  expect(REPOSITORY.test('All fields: docs/reference/location-file.md')).toBe(true);
});

/** Versions of Bord in a text that are later than this one; code spans can have former titles of tests. */
function laterVersions(text: string, current: readonly number[]): readonly string[] {
  const plain = text.replaceAll(/`[^`]*`/g, '');
  const named = plain.matchAll(/\b(?:before|since|until|from|Bord|bord) v?(0\.\d+(?:\.\d+)?)\b/g);
  return Array.from(named, ([, version]) => version!).filter((version) => {
    const [major, minor, patch = 0] = version.split('.').map(Number);
    const difference = [major! - current[0]!, minor! - current[1]!, patch - current[2]!].find((n) => n !== 0);
    return (difference ?? 0) > 0;
  });
}

test('no page names a version that does not exist', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const current = version.split('.').map(Number);
  expect(
    pages.flatMap((file) => laterVersions(read(file), current).map((later) => `${file}: ${later}`)),
  ).toEqual([]);
  expect(laterVersions('plans from before 0.2, and since 0.1.0', [0, 1, 0])).toEqual(['0.2']);
});
