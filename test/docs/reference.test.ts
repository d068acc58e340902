import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryFiles, readSurface } from '../../scripts/public-surface.ts';
import { referencePages } from '../../scripts/reference-pages.ts';

const FOLDER = new URL('../../docs/reference', import.meta.url).pathname;

test('the reference is current: node scripts/reference.ts writes it', () => {
  const pages = referencePages(readSurface(entryFiles('sources')));
  const written = new Map(
    readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const),
  );
  expect([...written.keys()].toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(written.get(name), name).toBe(text);
});

/** The headings of a page, as a reader of Markdown sees them. */
const headingsOf = (name: string): readonly string[] =>
  [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/^#{1,3}(?: (.*))?$/gm)].map(([, text = '']) => text);

test('no heading of the reference is empty or occurs twice, and each comment that heads an entry is one', () => {
  for (const name of readdirSync(FOLDER)) {
    const headings = headingsOf(name);
    expect([name, headings.filter((text, i) => text.trim() === '' || headings.indexOf(text) !== i)]).toEqual([
      name,
      [],
    ]);
  }
  const entry = readFileSync(new URL('../../packages/engine/src/index.ts', import.meta.url), 'utf8');
  const comments = [...entry.matchAll(/^\/\/ (.+)$/gm)].map(([, text]) => text!);
  expect(comments.length).toBeGreaterThan(5);
  expect(headingsOf('engine.md').filter((text) => comments.includes(text))).toEqual(comments);
});

test.each(entryFiles('sources').map(({ module }) => module))(
  'what %s exports at run time has a section in the reference',
  async (module) => {
    const names = Object.keys((await import(module)) as object);
    const headings = new Set(headingsOf(`${module.replace('@bord/', '').replaceAll('/', '-')}.md`));
    expect(names.filter((name) => !headings.has(name))).toEqual([]);
  },
);

test('links of the reference lead to headings that are there', () => {
  const pages = new Map(
    readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const),
  );
  const anchors = new Set(
    [...pages].flatMap(([name, text]) => [
      name,
      ...[...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => `${name}#${heading!.toLowerCase()}`),
    ]),
  );
  const links = [...pages.values()].flatMap((text) => [...text.matchAll(/\]\(([^)]+\.md[^)]*)\)/g)]);
  expect(links.length).toBeGreaterThan(20);
  expect(links.map(([, link]) => link!).filter((link) => !anchors.has(link))).toEqual([]);
});
