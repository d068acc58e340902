/** The diagrams of the documentation are drawn from their sources, readable in light and dark, and shown. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { COLOURS, draw, sources } from '../../scripts/diagrams.ts';

const pictures = [...sources()].map(([file, source]) => ({
  file,
  source,
  picture: readFileSync(file, 'utf8'),
}));
const pages = globSync(['*.md', 'docs/**/*.md']).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

test('each diagram is current: npm run diagrams draws it', () => {
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const { file, source, picture } of pictures) expect(draw(source), file).toBe(picture);
  expect(globSync('docs/diagrams/*.svg').toSorted()).toEqual(pictures.map(({ file }) => file));
});

const PALETTE = new Set<string>(['none', ...Object.values(COLOURS).map(([light]) => light)]);
const foreignColours = (picture: string): readonly string[] =>
  Array.from(picture.matchAll(/ (?:fill|stroke)="([^"]+)"/g), ([, colour]) => colour!).filter(
    (colour) => !PALETTE.has(colour),
  );

test('each has a title and a description, and only colours that have a dark counterpart', () => {
  for (const { file, picture } of pictures) {
    expect(picture, file).toMatch(/<svg [^>]*role="img" aria-labelledby="title description">/);
    expect(picture, file).toMatch(/<title id="title">.{5,}<\/title>\n<desc id="description">.{80,}<\/desc>/);
    expect([file, foreignColours(picture)]).toEqual([file, []]);
  }
});

test('each picture that a page shows is a diagram, or made by npm run picture or npm run bench', () => {
  const made = new Set([...pictures.map(({ file }) => file), 'docs/explain/performance.svg']);
  const shown = pages.flatMap(({ file, text }) =>
    Array.from(
      text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|<(?:img|source)\b[^>]*?\b(?:src|srcset)="([^"]+)"/g),
      ([, link, source]) => join(dirname(file), link ?? source!),
    ),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(
    shown.filter(
      (picture) =>
        !made.has(picture) &&
        !/^docs\/(?:(?:console|booking-page)-(?:light|dark)|restaurant\/handbook\/pictures\/(?:sv\/)?[\w-]+)\.webp$/.test(
          picture,
        ),
    ),
  ).toEqual([]);
});

test('each is shown by a page, with its title as the alternative text', () => {
  const hidden = pictures.filter(({ file, source }) => {
    const title = /^\/\/ title: (.+)$/m.exec(source)![1]!;
    const link = new RegExp(String.raw`!\[([^\]]+)\]\([^)]*${file.split('/').at(-1)!}\)`);
    return !pages.some(({ text }) => link.exec(text)?.[1] === title);
  });
  expect(hidden.map(({ file }) => file)).toEqual([]);
});

test('control: another source, a colour outside of the palette and a missing description are found', () => {
  const [{ source, picture }] = pictures as [(typeof pictures)[number]];
  expect(draw(source.replace('label="due"', 'label="late"'))).not.toBe(picture);
  expect(foreignColours(draw(source.replace('$bad', '#123456')))).toEqual(['#123456']);
  expect(() => draw(source.replace('description', 'about'))).toThrow('description');
});
