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
